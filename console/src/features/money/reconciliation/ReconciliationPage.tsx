import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { capitalised, formatMonth } from "@/format";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { type StatementMonths, statementMonthsQuery } from "../statements/api";
import { monthsUntil } from "./months";
import { ReconciliationSection } from "./ReconciliationSection";

/** How many months may be chosen. */
const MONTHS = 24;

/** How a month of the chosen operator compares with what the payment provider moved. */
export function ReconciliationPage() {
  const { mois } = useSearch({ from: "/console/rapprochement" });
  const navigate = useNavigate();
  const month = mois ?? monthsUntil(Date.now(), 1)[0] ?? "";
  return (
    <OperatorFormPage
      title="Rapprochement"
      hint="Le rapprochement apparaîtra ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id }) => (
        <>
          <MonthSelect
            operatorId={id}
            month={month}
            onChange={(chosen) => void navigate({ to: "/rapprochement", search: { mois: chosen } })}
          />
          <ReconciliationSection key={`${id} ${month}`} operatorId={id} month={month} />
        </>
      )}
    </OperatorFormPage>
  );
}

type MonthSelectProps = {
  operatorId: number;
  month: string;
  onChange: (month: string) => void;
};

/** The last months, from the first of the ledger on. */
function MonthSelect({ operatorId, month, onChange }: MonthSelectProps) {
  const first = useQuery({ ...statementMonthsQuery(operatorId), select: firstMonth }).data ?? "";
  const months = monthsUntil(Date.now(), MONTHS).filter((one) => one >= first);
  const listed = months.includes(month) ? months : [...months, month];
  return (
    <NativeSelect
      maw="16rem"
      mb="lg"
      label="Mois"
      value={month}
      data={listed.map((value) => ({ value, label: capitalised(formatMonth(value)) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const firstMonth = ({ mois }: StatementMonths) => mois.at(-1)?.mois;
