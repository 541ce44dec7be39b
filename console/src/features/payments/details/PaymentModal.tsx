import { Modal } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/auth/account";
import { LoadError } from "@/shared/ui/LoadError";
import { notifySuccess } from "@/shared/ui/notify";
import { CardSkeleton } from "@/shared/ui/Skeletons";
import { useMayLose } from "@/shared/ui/unsaved";
import { useReturnFocus } from "@/shared/ui/useReturnFocus";
import { type Act, useActOnPayment } from "../calls";
import { type Action, type Payment, paymentQuery } from "../queries";
import { ACTS, DONE } from "../wording";
import { ActStep } from "./ActionStep";
import classes from "./details.module.css";
import { Overview } from "./Overview";

type PaymentModalProps = {
  id: number;
  /** The payment as the list has it, shown until the details are loaded. */
  listed: Payment | undefined;
  operators?: readonly Operator[];
  onClose: () => void;
};

/**
 * The details of one payment, and the actions open to the caller. An action is a step of this dialog instead
 * of a second dialog above it, so that Escape goes back one step at a time.
 */
export function PaymentModal({ id, listed, operators, onClose }: PaymentModalProps) {
  useReturnFocus();
  const payment = useQuery({ ...paymentQuery(id), placeholderData: listed });
  useRefreshedList(payment.data);
  const mayLose = useMayLose();
  const { mutateAsync: send, isPending } = useActOnPayment(id);
  const [step, setStep] = useState<Action | null>(null);
  const [left, setLeft] = useState<Action | null>(null);

  const leave = () => {
    setLeft(step);
    setStep(null);
  };
  const back = async () => {
    if (!isPending && (await mayLose())) leave();
  };
  const act = async (asked: Act) => {
    await send(asked);
    notifySuccess(DONE[asked.action]);
    leave();
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
      title={step ? ACTS[step] : "Détails du paiement"}
      closeButtonProps={{ "aria-label": step ? "Revenir aux détails" : "Fermer", size: "md" }}
      classNames={{ title: classes.title, body: classes.body }}
    >
      {payment.isLoadingError ? (
        <LoadError
          message={asApiError(payment.error).message}
          requestId={asApiError(payment.error).requestId}
          onRetry={() => void payment.refetch()}
        />
      ) : !payment.data ? (
        <CardSkeleton lines={8} />
      ) : step ? (
        <ActStep key={step} action={step} payment={payment.data} onBack={back} onSend={act} />
      ) : (
        <Overview payment={payment.data} operators={operators} onAct={setStep} returnTo={left} />
      )}
    </Modal>
  );
}

/** Refreshes the list when the provider's answer arrives while the details are open. */
function useRefreshedList(payment: Payment | undefined) {
  const queryClient = useQueryClient();
  const state = payment && `${payment.paiementDetail.paiementStatut} ${payment.rembourse}`;
  const known = useRef(state);
  useEffect(() => {
    if (known.current !== undefined && known.current !== state)
      void queryClient.invalidateQueries({ queryKey: ["paiements"] });
    known.current = state;
  }, [state, queryClient]);
}
