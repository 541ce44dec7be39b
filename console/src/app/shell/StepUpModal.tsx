import { Modal } from "@mantine/core";
import { IdentityCheck } from "@/features/people/factors/IdentityCheck";
import { endStepUp } from "@/session/stepUp";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";

const giveUp = () => endStepUp(false);

export function StepUpModal() {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={giveUp}
      title="Confirmez que c'est vous"
      size="sm"
      withCloseButton={false}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex="var(--layer-proof)"
      padding="lg"
    >
      <IdentityCheck
        sentence="Cette action demande de prouver de nouveau qui vous êtes. La preuve vaut dix minutes."
        onConfirmed={async () => endStepUp(true)}
        onCancel={giveUp}
      />
    </Modal>
  );
}
