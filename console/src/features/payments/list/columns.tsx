import type { Payment } from "@/data/payments";
import { paymentStatus } from "@/kit/paymentStatus";
import { StatusChip } from "@/ui/StatusChip";
import type { Column } from "@/ui/table/Table";
import { formatDate, formatEuros } from "@/words/format";
import { listedName } from "@/words/people";
import { Uuid } from "../Uuid";
import classes from "./list.module.css";

export const columns: Column<Payment>[] = [
  { key: "nom", header: "Nom", render: (payment) => <Name payment={payment} /> },
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
    render: ({ montant, rembourse }) => (
      <span className={classes.amount}>
        {formatEuros(montant)}
        {rembourse > 0 && (
          <span className={classes.refunded}>
            dont {formatEuros(rembourse)} {rembourse < 200 ? "remboursé" : "remboursés"}
          </span>
        )}
      </span>
    ),
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: ({ paiementDetail }) => (
      <StatusChip {...paymentStatus(paiementDetail.paiementStatut)} />
    ),
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
