import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Operator } from "@/entities/operator/api";
import type { Action, Payment } from "@/entities/payment/types";
import { QueryError } from "@/kit/lists/QueryState";
import { useConfirmLoss } from "@/ui/dialog/unsaved";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { paymentQuery } from "../api";
import { DONE_MESSAGES } from "../wording";
import { ActionStep } from "./ActionStep";
import { type ActionRequest, usePaymentAction, useRefreshWhenSettled } from "./api";
import { Overview } from "./Overview";

const RefundForm = lazyPart(async () => (await import("./RefundForm")).RefundForm);

export type PaymentSteps = {
  id: number;
  /** The payment as the list has it, shown until the details are loaded. */
  listed?: Payment | undefined;
  operators?: readonly Operator[];
  /** The action whose form is shown at first. */
  first?: Action;
};

type Steps = {
  /** The action whose form is shown; null: the details. */
  step: Action | null;
  /** Goes back to the details, once the loss of what was typed is agreed to. */
  back: () => Promise<void>;
  content: ReactNode;
};

/** The details of one payment, and the actions open to the caller, each of which is a step in their place. */
export function usePaymentSteps({ id, listed, operators, first }: PaymentSteps): Steps {
  const payment = useQuery({ ...paymentQuery(id), placeholderData: listed });
  useRefreshWhenSettled(payment.data);
  const confirmLoss = useConfirmLoss();
  const { mutateAsync: send, isPending } = usePaymentAction(id);
  const [step, setStep] = useState<Action | null>(first ?? null);
  const [lastStep, setLastStep] = useState<Action | null>(null);
  // Said beside the details: over them, a message would lie over their buttons.
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
  const content = payment.isLoadingError ? (
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
  );
  return { step, back, content };
}

/** What staff gave back themselves is done; what a card paid is asked of the provider. */
const doneMessage = (request: ActionRequest): string =>
  request.action === "rembourser" && request.type
    ? "Le remboursement est enregistré."
    : DONE_MESSAGES[request.action];
