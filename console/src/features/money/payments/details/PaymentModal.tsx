import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { Operator } from "@/entities/operator/api";
import type { Action, Payment } from "@/entities/payment/types";
import { QueryError } from "@/kit/lists/QueryState";
import { useConfirmLoss } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { paymentQuery } from "../api";
import { ACTION_LABELS, DONE_MESSAGES } from "../wording";
import { ActionStep } from "./ActionStep";
import { type ActionRequest, usePaymentAction, useRefreshWhenSettled } from "./api";
import { Overview } from "./Overview";

const RefundForm = lazyPart(async () => (await import("./RefundForm")).RefundForm);

type PaymentModalProps = {
  id: number;
  /** The payment as the list has it, shown until the details are loaded. */
  listed: Payment | undefined;
  operators?: readonly Operator[];
  /** The action whose form is shown at first. */
  first?: Action;
  onClose: () => void;
};

/**
 * The details of one payment, and the actions open to the caller. An action is a step of this dialog instead
 * of a second dialog above it, so that Escape goes back one step at a time.
 */
export function PaymentModal({ id, listed, operators, first, onClose }: PaymentModalProps) {
  useReturnFocus();
  const payment = useQuery({ ...paymentQuery(id), placeholderData: listed });
  useRefreshWhenSettled(payment.data);
  const confirmLoss = useConfirmLoss();
  const { mutateAsync: send, isPending } = usePaymentAction(id);
  const [step, setStep] = useState<Action | null>(first ?? null);
  const [lastStep, setLastStep] = useState<Action | null>(null);
  // Said in the dialog: over it, a message would lie over its buttons.
  const [done, setDone] = useState<string | null>(null);

  const closeStep = () => {
    setLastStep(step);
    setStep(null);
  };
  const back = async () => {
    if (!isPending && (await confirmLoss())) closeStep();
  };
  const run = async (request: ActionRequest) => {
    await send(request);
    setDone(doneMessage(request));
    closeStep();
  };
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
      {payment.isLoadingError ? (
        <QueryError query={payment} missing="Ce paiement n'existe pas ou n'existe plus." />
      ) : !payment.data ? (
        <CardSkeleton lines={8} />
      ) : step === "rembourser" || step === "demander-remboursement" ? (
        <RefundForm
          key={step}
          payment={payment.data}
          asks={step === "demander-remboursement"}
          onBack={back}
          onSend={run}
        />
      ) : step ? (
        <ActionStep key={step} action={step} payment={payment.data} onBack={back} onSend={run} />
      ) : (
        <Overview
          payment={payment.data}
          loaded={!payment.isPlaceholderData}
          operators={operators}
          onAction={(action) => {
            setDone(null);
            setStep(action);
          }}
          done={done}
          returnTo={lastStep}
        />
      )}
    </Modal>
  );
}

/** What staff gave back themselves is done; what a card paid is asked of the provider. */
const doneMessage = (request: ActionRequest): string =>
  request.action === "rembourser" && request.type
    ? "Le remboursement est enregistré."
    : DONE_MESSAGES[request.action];
