import { Box, Button } from "@mantine/core";
import { IconLock, IconUpload } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import type { Locker } from "@/entities/locker/api";
import type { Station } from "@/entities/station/api";
import { AddButton } from "@/kit/records/NewRow";
import { OneRowTable } from "@/kit/records/OneRowTable";
import { useOneRow } from "@/kit/records/useOneRow";
import { useCan } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { Answers } from "@/ui/layout/Answers";
import { Block } from "@/ui/layout/Block";
import { CounterList } from "@/ui/layout/CounterList";
import { columnsOf } from "./columns";
import { LockerEditor, NewLocker } from "./LockerEditor";
import { unitCounters, wordsOf } from "./wording";

const ImportModal = lazyPart(async () => (await import("../import/ImportModal")).ImportModal, {
  onMissing: ({ onClose }) => onClose(),
});

const rowKey = ({ id }: Locker) => id;
const rowLabel = ({ nom }: Locker) => nom;

/** The lockers or spaces of the station; each row opens as a form. */
export function LockersBlock({ station }: { station: Station }) {
  const { id: stationId, stationType: kind, casiers: units = [] } = station;
  const words = wordsOf(kind);
  const columns = columnsOf(kind);
  const mayWrite = useCan("DROIT_CASIERS_ECRITURE");
  const row = useOneRow();
  const { openRow, close } = row;
  const [importing, setImporting] = useState(false);

  const renderDetails = useCallback(
    (locker: Locker) => <LockerEditor locker={locker} kind={kind} onEnd={close} />,
    [kind, close],
  );

  return (
    <Block
      title={words.title}
      bare
      action={
        mayWrite && (
          <Answers>
            <Button
              variant="default"
              leftSection={<IconUpload size={18} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              {words.import}
            </Button>
            <AddButton row={row}>{words.add}</AddButton>
          </Answers>
        )
      }
    >
      <Box mb="md">
        <CounterList items={unitCounters(kind, units)} />
      </Box>
      {openRow === "new" && <NewLocker stationId={stationId} kind={kind} onEnd={close} />}
      <OneRowTable
        caption={words.title}
        columns={columns}
        rows={units}
        rowKey={rowKey}
        rowLabel={rowLabel}
        row={row}
        renderDetails={mayWrite ? renderDetails : undefined}
        empty={
          <EmptyState
            icon={<IconLock />}
            title={words.none}
            hint={mayWrite ? "Ajoutez-en un, ou importez-en plusieurs d'un coup." : undefined}
          />
        }
      />
      {importing && (
        <ImportModal stationId={stationId} kind={kind} onClose={() => setImporting(false)} />
      )}
    </Block>
  );
}
