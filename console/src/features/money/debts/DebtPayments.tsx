import { Anchor, Group } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ofName, personName } from "@/entities/account/names";
import { formatDate, formatEuros } from "@/format";
import { List } from "@/kit/lists/List";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import money from "../money.module.css";
import { PaidPlace } from "../payments/PaidPlace";
import { PaymentState } from "../payments/PaymentState";
import { type Debt, type DebtPayment, debtPaymentsQuery } from "./api";
import { BEFORE_LEDGER } from "./words";

type DebtPaymentsProps = { operatorId: number; debt: Debt };

/** The payments that make a debt, the oldest first. */
export function DebtPayments({ operatorId, debt }: DebtPaymentsProps) {
  const [page, setPage] = useState(1);
  return (
    <List
      query={useQuery(debtPaymentsQuery(operatorId, debt.id, page))}
      icon={<IconReceipt />}
      table={{ caption: `Paiements dus ${ofName(personName(debt))}`, columns }}
      skeleton={2}
      paging={{ page, onPage: setPage, label: "Pages des paiements dus" }}
      empty={
        <EmptyState
          icon={<IconReceipt />}
          title="Tout est réglé."
          hint="Cet usager ne doit plus rien."
        />
      }
    />
  );
}

const columns: Column<DebtPayment>[] = [
  {
    key: "exigible",
    header: "Exigible depuis le",
    render: ({ exigibleLe, avantRegistre }) =>
      avantRegistre ? (
        <Group component="span" gap={4}>
          {formatDate(exigibleLe)} <StatusChip color="grey" label={BEFORE_LEDGER} />
        </Group>
      ) : (
        formatDate(exigibleLe)
      ),
  },
  {
    key: "lieu",
    header: "Station et casier",
    render: (payment) => <PaidPlace payment={payment} />,
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: (payment) => <PaymentState payment={payment} />,
  },
  {
    key: "paiement",
    header: "Paiement",
    render: ({ id, uuidReservation }) => (
      <Anchor
        className={money.link}
        title={uuidReservation}
        renderRoot={(props) => (
          <Link {...props} to="/liste-paiements-exploitant" search={{ paiement: id }} />
        )}
      >
        {`${uuidReservation.slice(0, 8)}…`}
      </Anchor>
    ),
  },
  {
    key: "montant",
    header: "Montant",
    align: "right",
    render: ({ montant }) => <strong>{formatEuros(montant)}</strong>,
  },
];
