import { Button } from "@mantine/core";
import { ACTION_LABELS } from "@/entities/payment/paymentActions";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Action, Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { Call } from "../api";
import { paidFor, paidSince } from "./naming";
import classes from "./page.module.css";

type PaymentsProps = { call: Call; onOpen: (payment: Payment, action?: Action) => void };

/** The payments of what is in progress, those not settled, then the last ones, with what may be done to each. */
export function Payments({ call, onOpen }: PaymentsProps) {
  return (
    <Block title="Paiements" bare>
      <ul className={classes.payments}>
        {call.paiements.map((payment) => (
          <PaymentItem key={payment.id} payment={payment} call={call} onOpen={onOpen} />
        ))}
      </ul>
    </Block>
  );
}

function PaymentItem({ payment, call, onOpen }: PaymentsProps & { payment: Payment }) {
  const { montant, rembourse, remboursementEnAttente: waiting, paiementDetail } = payment;
  const since = paidSince(payment);
  const about = `${paidFor(payment)}${since ? ` du ${formatDate(since)}` : ""}`;
  return (
    <li className={classes.payment}>
      <p className={classes.paymentHead}>
        <span className={classes.paymentName}>
          {paidFor(payment)}
          {since && <span className={classes.since}>{formatDate(since)}</span>}
        </span>
        <span className={classes.amount}>{formatEuros(montant)}</span>
      </p>
      <p className={classes.paymentState}>
        <StatusChip {...paymentStatus(paiementDetail.paiementStatut)} />
        {rembourse > waiting && (
          <span className={classes.since}>dont {formatEuros(rembourse - waiting)} remboursés</span>
        )}
        {waiting > 0 && (
          <span className={classes.since}>
            Remboursement en attente{"\u00a0"}: {formatEuros(waiting)}
          </span>
        )}
      </p>
      <div className={classes.paymentActions}>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Détails du paiement, ${about}`}
          onClick={() => onOpen(payment)}
        >
          Détails
        </Button>
        {actionsOf(payment, call).map((action) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            aria-label={`${ACTION_LABELS[action]}, ${about}`}
            onClick={() => onOpen(payment, action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        ))}
      </div>
    </li>
  );
}

/** The actions of the call on this payment, in the order of their labels. */
const actionsOf = ({ id }: Payment, { actions }: Call) =>
  (Object.keys(ACTION_LABELS) as Action[]).filter((action) =>
    actions.some((act) => act.action === action && act.objet.id === id),
  );
