import { IconClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { datesInWords, daysInWords, hoursInWords } from "@/entities/tariff/words";
import { tariffQuery } from "@/features/prices/api";
import { QueryState } from "@/kit/lists/QueryState";
import { DeleteButton } from "@/kit/records/DeleteButton";
import { AddButton, NewRow } from "@/kit/records/NewRow";
import { OneRowTable } from "@/kit/records/OneRowTable";
import { useOneRow } from "@/kit/records/useOneRow";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import type { Column } from "@/ui/table/Table";
import { type Period, periodsQuery, useAddPeriod, useDeletePeriod, useSavePeriod } from "../api";
import { SubSection } from "../SubSection";
import { PeriodForm } from "./PeriodForm";
import { newPeriod, periodInput, valuesOf } from "./periodSchema";

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const columns: Column<Period>[] = [
  { key: "libelle", header: "Libellé", render: ({ libelle }) => libelle },
  {
    key: "jours",
    header: "Jours",
    render: (period) => capitalized(daysInWords(period.joursSemaine)),
  },
  {
    key: "dates",
    header: "Dates",
    render: (period) => capitalized(datesInWords(period)) || "Toute l'année",
  },
  {
    key: "heures",
    header: "Heures",
    render: (period) => capitalized(hoursInWords(period)) || "Toute la journée",
  },
];

const rowKey = ({ id }: Period) => id;
const rowLabel = ({ libelle }: Period) => libelle;

/** The periods in which a stay must begin for the tariff to apply; each row opens as a form. */
export function PeriodsSection({ tariffId }: { tariffId: number }) {
  const periods = useQuery(periodsQuery(tariffId));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  const row = useOneRow();
  const { openRow, close, closeDeleted } = row;
  const isOnly = periods.data?.length === 1;
  const renderDetails = useCallback(
    (period: Period) => (
      <PeriodEditor
        period={period}
        tariffId={tariffId}
        last={isOnly}
        onEnd={close}
        onDeleted={closeDeleted}
      />
    ),
    [tariffId, isOnly, close, closeDeleted],
  );

  return (
    <SubSection
      title="Plages horaires"
      hint="Une utilisation relève de ce tarif quand elle commence dans l'une de ces plages."
      action={mayWrite && <AddButton row={row}>Ajouter une plage horaire</AddButton>}
    >
      {openRow === "new" && <NewPeriod tariffId={tariffId} onEnd={close} />}
      <QueryState query={periods} rows={3}>
        {(list) => (
          <OneRowTable
            caption="Plages horaires"
            columns={columns}
            rows={list}
            rowKey={rowKey}
            rowLabel={rowLabel}
            row={row}
            renderDetails={mayWrite ? renderDetails : undefined}
            empty={
              <EmptyState
                icon={<IconClock />}
                title="Aucune plage horaire&nbsp;: ce tarif s'applique tous les jours, à toute heure."
                hint={
                  mayWrite &&
                  "Ajoutez-en une pour le limiter à certains jours ou à certaines heures."
                }
              />
            }
          />
        )}
      </QueryState>
    </SubSection>
  );
}

function NewPeriod({ tariffId, onEnd }: { tariffId: number; onEnd: () => void }) {
  const { mutateAsync: add } = useAddPeriod(tariffId);
  return (
    <NewRow label="Nouvelle plage horaire" order={4}>
      <PeriodForm
        values={newPeriod}
        draft={{}}
        autoFocus
        write={(values) => add(periodInput(values))}
        done={({ libelle }) => `La plage horaire «\u00a0${libelle}\u00a0» est ajoutée.`}
        onEnd={onEnd}
      />
    </NewRow>
  );
}

type PeriodEditorProps = {
  period: Period;
  tariffId: number;
  /** The only period left: without it the tariff applies at any time. */
  last: boolean;
  onEnd: () => void;
  /** Called after the deletion, which removes the row that had the focus. */
  onDeleted: () => void;
};

function PeriodEditor({ period, tariffId, last, onEnd, onDeleted }: PeriodEditorProps) {
  const { mutateAsync: save } = useSavePeriod(period.id);
  const { mutateAsync: remove } = useDeletePeriod(period.id);
  const { data: tariff } = useQuery(tariffQuery(tariffId));
  return (
    <PeriodForm
      values={valuesOf(period)}
      draft={{ id: period.id }}
      record={{
        version: tariff?.version,
        name: `la plage horaire «\u00a0${period.libelle}\u00a0»`,
        facts: () => ({}),
      }}
      write={(values, version) => save({ body: periodInput(values), version })}
      done={({ libelle }) => `La plage horaire «\u00a0${libelle}\u00a0» est enregistrée.`}
      onEnd={onEnd}
      more={
        <DeleteButton
          article="la plage horaire"
          item={period.libelle}
          consequences={
            last ? ["Ce tarif s'appliquera ensuite tous les jours, à toute heure."] : []
          }
          write={remove}
          done={`La plage horaire «\u00a0${period.libelle}\u00a0» est supprimée.`}
          after={onDeleted}
        />
      }
    />
  );
}
