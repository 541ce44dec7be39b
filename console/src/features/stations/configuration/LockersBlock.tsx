import { Button } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import type { Locker } from "@/data/lockers";
import type { Station } from "@/data/stations";
import { useCan } from "@/session/rights";
import { Block } from "@/ui/Block";
import { CounterList } from "@/ui/CounterList";
import { EmptyState } from "@/ui/EmptyState";
import { ExpandableTable } from "@/ui/ExpandableTable";
import { lazyPart } from "@/ui/lazyPart";
import { useConfirmLoss } from "@/ui/unsaved";
import { columnsOf } from "./columns";
import classes from "./configuration.module.css";
import { LockerEditor, NewLocker } from "./LockerEditor";
import { unitCounters, wordsOf } from "./wording";

const ImportModal = lazyPart(async () => (await import("../import/ImportModal")).ImportModal, {
  onMissing: ({ onClose }) => onClose(),
});

/** The open row: a locker's, by id, or the one for a new locker. */
type OpenRow = number | "new" | null;

const rowKey = ({ id }: Locker) => id;
const rowLabel = ({ nom }: Locker) => nom;

/** The lockers or spaces of the station; each row opens as a form. */
export function LockersBlock({ station }: { station: Station }) {
  const { id: stationId, stationType: kind, casiers: units = [] } = station;
  const words = wordsOf(kind);
  const columns = columnsOf(kind);
  const mayWrite = useCan("DROIT_CASIERS_ECRITURE");
  const confirmLoss = useConfirmLoss();
  const [openRow, setOpenRow] = useState<OpenRow>(null);
  const [importing, setImporting] = useState(false);

  const close = useCallback(() => setOpenRow(null), []);
  const toggle = useCallback(
    async (row: number | "new") => {
      if (await confirmLoss()) setOpenRow((open) => (open === row ? null : row));
    },
    [confirmLoss],
  );
  const renderDetails = useCallback(
    (locker: Locker) => <LockerEditor locker={locker} kind={kind} onEnd={close} />,
    [kind, close],
  );
  const expanded = useMemo(() => new Set(typeof openRow === "number" ? [openRow] : []), [openRow]);

  return (
    <Block
      title={words.title}
      bare
      action={
        mayWrite && (
          <div className={classes.blockActions}>
            <Button
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {words.import}
            </Button>
            <Button
              variant="light"
              leftSection={<IconPlus size={18} aria-hidden />}
              aria-expanded={openRow === "new"}
              onClick={() => toggle("new")}
            >
              {words.add}
            </Button>
          </div>
        )
      }
    >
      <div className={classes.counters}>
        <CounterList items={unitCounters(kind, units)} />
      </div>
      {openRow === "new" && <NewLocker stationId={stationId} kind={kind} onEnd={close} />}
      {units.length === 0 ? (
        openRow !== "new" && (
          <EmptyState
            title={words.none}
            hint={mayWrite ? "Ajoutez-en un, ou importez-en plusieurs d'un coup." : undefined}
          />
        )
      ) : mayWrite ? (
        <ExpandableTable
          caption={words.title}
          columns={columns}
          rows={units}
          rowKey={rowKey}
          rowLabel={rowLabel}
          renderDetails={renderDetails}
          expanded={expanded}
          onToggle={toggle}
        />
      ) : (
        <ExpandableTable caption={words.title} columns={columns} rows={units} rowKey={rowKey} />
      )}
      {importing && (
        <ImportModal stationId={stationId} kind={kind} onClose={() => setImporting(false)} />
      )}
    </Block>
  );
}
