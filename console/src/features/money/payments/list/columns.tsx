import { listedName } from "@/entities/account/names";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { Uuid } from "../Uuid";
import { NBSP, nextAttemptOf, placeOf, REFUND_WAITING, refundedOf } from "../wording";
import classes from "./list.module.css";

export const columns: Column<Payment>[] = [
  { key: "nom", header: "Nom", render: (payment) => <Name payment={payment} /> },
  { key: "lieu", header: "Station et casier", render: placeOf },
  {
    key: "date",
    header: "Date de paiement",
    render: ({ datePaiement }) => (datePaiement ? formatDate(datePaiement) : "–"),
  },
  {
    key: "uuid",
    header: "Identifiant de transaction",
    render: ({ uuidReservation }) => <Uuid uuid={uuidReservation} />,
  },
  {
    key: "montant",
    header: "Montant total",
    align: "right",
    render: (payment) => <Amount payment={payment} />,
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: (payment) => <Status payment={payment} />,
  },
];

function Name({ payment }: { payment: Payment }) {
  return payment.test ? (
    <span className={classes.name}>
      {listedName(payment)} <StatusChip color="grey" label="Test" />
    </span>
  ) : (
    listedName(payment)
  );
}

function Amount({ payment }: { payment: Payment }) {
  const { montant, remboursementEnAttente: waiting } = payment;
  const refunded = refundedOf(payment);
  return (
    <span className={classes.amount}>
      {formatEuros(montant)}
      {payment.paiementDetail.paiementStatut === "RUNNING" && (
        <span className={classes.note}>jusqu'ici</span>
      )}
      {refunded > 0 && (
        <span className={classes.note}>
          dont {formatEuros(refunded)} {refunded < 200 ? "remboursé" : "remboursés"}
        </span>
      )}
      {waiting > 0 && (
        <span className={classes.note}>
          {REFUND_WAITING}
          {NBSP}: {formatEuros(waiting)}
        </span>
      )}
    </span>
  );
}

function Status({ payment }: { payment: Payment }) {
  const chip = <StatusChip {...paymentStatus(payment.paiementDetail.paiementStatut)} />;
  const next = nextAttemptOf(payment);
  return next ? (
    <span className={classes.status}>
      {chip}
      <span className={classes.note}>{next}</span>
    </span>
  ) : (
    chip
  );
}
