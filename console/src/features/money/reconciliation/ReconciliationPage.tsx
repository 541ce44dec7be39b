import { NativeSelect } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { capitalised, formatMonth } from "@/format";
import { OperatorFormPage } from "@/kit/records/OperatorFormPage";
import { monthsUntil } from "./months";
import { ReconciliationSection } from "./ReconciliationSection";

/** How many months may be chosen. */
const MONTHS = 24;

/** How a month of the chosen operator compares with what the payment provider moved. */
export function ReconciliationPage() {
  const { mois } = useSearch({ from: "/console/rapprochement" });
  const navigate = useNavigate();
  const months = monthsUntil(Date.now(), MONTHS);
  const month = mois ?? months[0] ?? "";
  const listed = months.includes(month) ? months : [...months, month];
  return (
    <OperatorFormPage
      title="Rapprochement"
      hint="Le rapprochement apparaîtra ici dès qu'un exploitant vous sera ouvert."
    >
      {({ id }) => (
        <>
          <NativeSelect
            maw="16rem"
            mb="lg"
            label="Mois"
            value={month}
            data={listed.map((value) => ({ value, label: capitalised(formatMonth(value)) }))}
            onChange={({ currentTarget }) =>
              void navigate({ to: "/rapprochement", search: { mois: currentTarget.value } })
            }
          />
          <ReconciliationSection key={`${id} ${month}`} operatorId={id} month={month} />
        </>
      )}
    </OperatorFormPage>
  );
}
