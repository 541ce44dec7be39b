import { Modal } from "@mantine/core";
import { IdentityCheck } from "@/features/people/factors/IdentityCheck";
import { endStepUp } from "@/session/stepUp";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import classes from "./SessionModal.module.css";

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
      // Above the question that may be under it; below the session's own dialog.
      zIndex={475}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
    >
      <IdentityCheck
        sentence="Cette action demande de prouver de nouveau qui vous êtes. La preuve vaut dix minutes."
        onConfirmed={async () => endStepUp(true)}
        onCancel={giveUp}
      />
    </Modal>
  );
}
