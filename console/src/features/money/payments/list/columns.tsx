import { Group, Stack, Text } from "@mantine/core";
import { listedName } from "@/entities/account/names";
import type { Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { PaymentState } from "../PaymentState";
import { Uuid } from "../Uuid";
import { NBSP, placeOf, REFUND_WAITING, refundedOf } from "../wording";

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
    render: (payment) => <PaymentState payment={payment} />,
  },
];

function Name({ payment }: { payment: Payment }) {
  return payment.test ? (
    <Group component="span" gap={4}>
      {listedName(payment)} <StatusChip color="grey" label="Test" />
    </Group>
  ) : (
    listedName(payment)
  );
}

function Amount({ payment }: { payment: Payment }) {
  const { montant, remboursementEnAttente: waiting } = payment;
  const refunded = refundedOf(payment);
  return (
    <Stack component="span" gap={0}>
      {formatEuros(montant)}
      {payment.paiementDetail.paiementStatut === "RUNNING" && (
        <Text span size="xs" c="dimmed">
          jusqu'ici
        </Text>
      )}
      {refunded > 0 && (
        <Text span size="xs" c="dimmed">
          dont {formatEuros(refunded)} {refunded < 200 ? "remboursé" : "remboursés"}
        </Text>
      )}
      {waiting > 0 && (
        <Text span size="xs" c="dimmed">
          {REFUND_WAITING}
          {NBSP}: {formatEuros(waiting)}
        </Text>
      )}
    </Stack>
  );
}
