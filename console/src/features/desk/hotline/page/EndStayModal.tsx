import { Modal } from "@mantine/core";
import { ofName, personName } from "@/entities/account/names";
import { EndStayForm } from "@/entities/stay/EndStayForm";
import { useConfirmLoss } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import type { Call } from "../api";
import { placeOf } from "./naming";

type EndStayModalProps = {
  stay: Call["enCours"][number];
  onClose: () => void;
  onDone: () => void;
};

/** Ends a stay that a call is about. */
export function EndStayModal({ stay, onClose, onDone }: EndStayModalProps) {
  useReturnFocus();
  const confirmLoss = useConfirmLoss();
  const back = async () => {
    if (await confirmLoss()) onClose();
  };
  return (
    <Modal
      opened
      onClose={back}
      closeOnClickOutside={false}
      returnFocus={false}
      title="Mettre fin à l'utilisation"
    >
      <EndStayForm
        stay={{ id: stay.id, startedAt: stay.debutOccupation }}
        ofCustomer={ofName(personName(stay.user))}
        consequences={[`${placeOf(stay)}.`]}
        onBack={back}
        onDone={() => {
          onClose();
          onDone();
        }}
      />
    </Modal>
  );
}
