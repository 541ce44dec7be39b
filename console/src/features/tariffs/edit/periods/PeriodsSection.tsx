import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Period, periodsQuery } from "@/data/tariffParts";
import { useAddPeriod, useDeletePeriod, useSavePeriod } from "@/data/writes/tariffs";
import { useCan } from "@/session/rights";
import { useConfirm } from "@/ui/confirm";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { notifySuccess } from "@/ui/notify";
import { datesInWords, daysInWords, hoursInWords } from "@/words/tariffs";
import classes from "../edit.module.css";
import { Loaded } from "../Loaded";
import { SubSection } from "../SubSection";
import { useOneRow } from "../useOneRow";
import { PeriodForm } from "./PeriodForm";
import { newPeriod, valuesOf } from "./periodSchema";

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
  const { openRow, expanded, addButton, toggle, close, closeDeleted } = useOneRow();
  const isOnly = periods.data?.length === 1;
  const renderDetails = useCallback(
    (period: Period) => (
      <PeriodEditor period={period} last={isOnly} onEnd={close} onDeleted={closeDeleted} />
    ),
    [isOnly, close, closeDeleted],
  );

  return (
    <SubSection
      title="Plages horaires"
      hint="Une utilisation relève de ce tarif quand elle commence dans l'une de ces plages."
      action={
        mayWrite && (
          <Button
            ref={addButton}
            variant="light"
            leftSection={<IconPlus size={18} aria-hidden />}
            aria-expanded={openRow === "new"}
            onClick={() => toggle("new")}
          >
            Ajouter une plage horaire
          </Button>
        )
      }
    >
      {openRow === "new" && <NewPeriod tariffId={tariffId} onEnd={close} />}
      <Loaded query={periods}>
        {(list) =>
          list.length === 0 ? (
            openRow !== "new" && (
              <EmptyState title="Aucune plage horaire : ce tarif s'applique tous les jours, à toute heure." />
            )
          ) : mayWrite ? (
            <ExpandableTable
              caption="Plages horaires"
              columns={columns}
              rows={list}
              rowKey={rowKey}
              rowLabel={rowLabel}
              renderDetails={renderDetails}
              expanded={expanded}
              onToggle={toggle}
            />
          ) : (
            <ExpandableTable
              caption="Plages horaires"
              columns={columns}
              rows={list}
              rowKey={rowKey}
            />
          )
        }
      </Loaded>
    </SubSection>
  );
}

function NewPeriod({ tariffId, onEnd }: { tariffId: number; onEnd: () => void }) {
  const { mutateAsync: add } = useAddPeriod(tariffId);
  return (
    <section className={classes.adding} aria-label="Nouvelle plage horaire">
      <h4 className={classes.addingTitle}>Nouvelle plage horaire</h4>
      <PeriodForm
        values={newPeriod}
        autoFocus
        write={add}
        onSaved={({ libelle }) => {
          notifySuccess(`La plage horaire «\u00a0${libelle}\u00a0» est ajoutée.`);
          onEnd();
        }}
        onCancel={onEnd}
      />
    </section>
  );
}

type PeriodEditorProps = {
  period: Period;
  /** The only period left: without it the tariff applies at any time. */
  last: boolean;
  onEnd: () => void;
  /** Called after the deletion, which removes the row that had the focus. */
  onDeleted: () => void;
};

function PeriodEditor({ period, last, onEnd, onDeleted }: PeriodEditorProps) {
  const confirm = useConfirm();
  const { mutateAsync: save } = useSavePeriod(period.id);
  const { mutateAsync: remove } = useDeletePeriod(period.id);

  const askToDelete = async () => {
    const done = await confirm({
      kind: "delete",
      article: "la plage horaire",
      item: period.libelle,
      consequences: last ? ["Ce tarif s'appliquera ensuite tous les jours, à toute heure."] : [],
      onConfirm: () => remove(),
    });
    if (!done) return;
    notifySuccess(`La plage horaire «\u00a0${period.libelle}\u00a0» est supprimée.`);
    onDeleted();
  };

  return (
    <PeriodForm
      values={valuesOf(period)}
      write={save}
      onSaved={({ libelle }) => {
        notifySuccess(`La plage horaire «\u00a0${libelle}\u00a0» est enregistrée.`);
        onEnd();
      }}
      onCancel={onEnd}
      more={
        <Button data-separate variant="subtle" color="red" onClick={askToDelete}>
          Supprimer
        </Button>
      }
    />
  );
}
