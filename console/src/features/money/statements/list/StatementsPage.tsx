import { Anchor, Text } from "@mantine/core";
import { IconReportMoney } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { capitalised, counted, formatEuros, formatLong, formatMonth, formatShort } from "@/format";
import { List } from "@/kit/lists/List";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";
import money from "../../money.module.css";
import { AccountsBlock } from "../accounts/AccountsBlock";
import { type StatementMonth, type StatementMonths, statementMonthsQuery } from "../api";
import { STATES, TITLE } from "../words";
import { Years } from "./Years";

type Row = StatementMonth & { id: number };

const columns: Column<Row>[] = [
  {
    key: "mois",
    header: "Mois",
    render: ({ mois }) => (
      <Anchor
        className={money.link}
        renderRoot={(props) => <Link {...props} to="/reddition/$mois" params={{ mois }} />}
      >
        {capitalised(formatMonth(mois))}
      </Anchor>
    ),
  },
  { key: "etat", header: "État", render: ({ etat }) => <StatusChip {...STATES[etat]} /> },
  {
    key: "cloture",
    header: "Clôturé le",
    render: ({ clotureLe }) => (clotureLe ? formatShort(clotureLe) : "–"),
  },
  {
    key: "solde",
    header: "Solde exigible en fin de mois",
    align: "right",
    render: ({ soldeCloture }) => formatEuros(soldeCloture),
  },
];

const TABLE = { caption: "Les mois", columns };

/** The months of the chosen operator, and the account numbers of its accounting journal. */
export function StatementsPage() {
  return (
    <OperatorFormPage
      title={TITLE}
      hint="Ses mois apparaîtront ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id }) => (
        <div key={id}>
          <Block title="Les mois" bare>
            <Months operatorId={id} />
          </Block>
          <Before operatorId={id} />
          <Years operatorId={id} />
          <AccountsBlock operatorId={id} />
        </div>
      )}
    </OperatorFormPage>
  );
}

const beforeLedger = ({ avantRegistre }: StatementMonths) => avantRegistre;

/** What was numbered of before the ledger, which has no month. */
function Before({ operatorId }: { operatorId: number }) {
  const { data } = useQuery({ ...statementMonthsQuery(operatorId), select: beforeLedger });
  if (!data) return null;
  const { jusqua, recus, avoirs } = data;
  return (
    <Block title="Avant le registre">
      <Text maw="72ch">
        {counted(recus, "reçu")} et {counted(avoirs, "avoir")} de ce qui a été réglé avant le{" "}
        {formatLong(jusqua)}, numérotés ensuite. Ils sont dans l'archive des documents du mois de
        leur numérotation, au dossier «&nbsp;Avant le registre&nbsp;», et ne comptent dans aucun
        mois d'avant.
      </Text>
    </Block>
  );
}

/** A month is known by its name; the table needs a number. */
const toRows = ({ mois }: { mois: StatementMonth[] }): Row[] =>
  mois.map((month) => ({ ...month, id: Number(month.mois.replace("-", "")) }));

function Months({ operatorId }: { operatorId: number }) {
  return (
    <List
      query={useQuery({ ...statementMonthsQuery(operatorId), select: toRows })}
      table={TABLE}
      icon={<IconReportMoney />}
      skeleton={6}
      empty={
        <EmptyState
          icon={<IconReportMoney />}
          title="Il n'y a pas encore de compte à rendre."
          hint="Le premier mois apparaîtra ici dès la première somme facturée ou encaissée."
        />
      }
    />
  );
}
