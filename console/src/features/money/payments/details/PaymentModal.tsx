import { Modal } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { ACTION_LABELS } from "../wording";
import { type PaymentSteps, usePaymentSteps } from "./usePaymentSteps";

type PaymentModalProps = PaymentSteps & { onClose: () => void };

/**
 * The details of one payment, and the actions open to the caller. An action is a step of this dialog instead
 * of a second dialog above it, so that Escape goes back one step at a time.
 */
export function PaymentModal({ onClose, ...payment }: PaymentModalProps) {
  useReturnFocus();
  const { step, back, content } = usePaymentSteps(payment);
  const onKeyDown = (event: KeyboardEvent) => {
    if (step && event.key === "Escape") void back();
  };
  return (
    <Modal
      opened
      onClose={step ? back : onClose}
      closeOnEscape={step === null}
      closeOnClickOutside={false}
      returnFocus={false}
      onKeyDown={onKeyDown}
      size="xl"
      title={step ? ACTION_LABELS[step] : "Détails du paiement"}
      closeButtonProps={{ "aria-label": step ? "Revenir aux détails" : "Fermer", size: "md" }}
    >
      {content}
    </Modal>
  );
}
