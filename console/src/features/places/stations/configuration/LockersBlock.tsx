import { Box, Button } from "@mantine/core";
import { IconLock, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
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
import { stationQuery } from "../api";
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
  const copied = useCopiedLockers(station);

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
            hint={mayWrite ? hintOf(copied) : undefined}
          />
        }
      />
      {importing && (
        <ImportModal
          stationId={stationId}
          kind={kind}
          copied={copied}
          onClose={() => setImporting(false)}
        />
      )}
    </Block>
  );
}

/** Returns the lockers of the station that this one copies; none once it has its own. */
function useCopiedLockers({ id, stationType, casiers = [] }: Station): readonly Locker[] {
  const { modele } = useSearch({ from: "/console/gestion-stations/$id/details" });
  const empty = casiers.length === 0 && modele !== undefined && modele !== id;
  const { data: model } = useQuery({ ...stationQuery(modele ?? 0), enabled: empty });
  return empty && model?.stationType === stationType ? (model.casiers ?? []) : [];
}

const hintOf = (copied: readonly Locker[]) =>
  copied.length === 0
    ? "Ajoutez-en un, ou importez-en plusieurs d'un coup."
    : "L'import reprend ceux de la station copiée\u00a0: vérifiez-y les cartes et leurs ports.";
