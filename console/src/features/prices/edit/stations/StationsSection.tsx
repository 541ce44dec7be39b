import { Button, Select, Text } from "@mantine/core";
import { IconMapPin, IconStack2 } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { components } from "@/api/schema";
import { STATION_TYPES } from "@/entities/station/types";
import { formatCount } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { FormActions } from "@/kit/records/FormActions";
import { AddButton, NewRow } from "@/kit/records/NewRow";
import { OneRowTable } from "@/kit/records/OneRowTable";
import { useOneRow } from "@/kit/records/useOneRow";
import { StationLink } from "@/kit/routing/NamedLinks";
import { useCan } from "@/session/rights";
import { useConfirmLoss } from "@/ui/dialog/unsaved";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Answers } from "@/ui/layout/Answers";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";
import { type TariffStation, tariffStationsQuery } from "../api";
import { CoveragePanel } from "./CoveragePanel";
import { Followed } from "./Followed";
import { AppliedLockers, StationLockers } from "./StationLockers";
import { wordsOf } from "./selection";

export type OperatorStation = Pick<
  components["schemas"]["Station"],
  "id" | "nom" | "libelleAdmin" | "stationType"
>;

const columns: Column<TariffStation>[] = [
  {
    key: "libelle",
    header: "Station",
    render: ({ idStation: id, libelleAdminStation: nom }) => <StationLink station={{ id, nom }} />,
  },
  { key: "nom", header: "Nom", render: ({ libellePublicStation: name }) => name },
  { key: "type", header: "Type", render: ({ type }) => STATION_TYPES[type] },
  {
    key: "casiers",
    header: "S'applique à",
    align: "right",
    render: ({ type, nbCasiers }) => wordsOf(type).count(nbCasiers),
  },
];
const quotaColumn: Column<TariffStation> = {
  key: "quota",
  header: "Quota",
  align: "right",
  render: ({ quota }) => (quota === null ? "–" : formatCount(quota)),
};

const rowKey = ({ idStation }: TariffStation) => idStation;
const rowLabel = ({ libellePublicStation }: TariffStation) => libellePublicStation;
const stationOf = (row: TariffStation) => ({
  id: row.idStation,
  name: row.libellePublicStation,
  kind: row.type,
  quota: row.quota,
});

type StationsSectionProps = {
  tariffId: number;
  /** The version of the tariff on screen. */
  version?: number | undefined;
  /** The types of which lockers that are created later get the tariff. */
  followed?: readonly number[];
  /** Whether the tariff is a subscription. */
  sold?: boolean;
  /** The operator's stations, from which one can be added. */
  stations: UseQueryResult<OperatorStation[]>;
};

/** The stations where the tariff applies; each row opens on its lockers. */
export function StationsSection({
  tariffId,
  version,
  followed = [],
  sold = false,
  stations,
}: StationsSectionProps) {
  const applied = useQuery(tariffStationsQuery(tariffId));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  const row = useOneRow();
  const { openRow, close, closeDeleted } = row;
  const [covering, setCovering] = useState(false);
  const renderDetails = useCallback(
    (row: TariffStation) =>
      mayWrite ? (
        <StationLockers
          tariffId={tariffId}
          version={version}
          station={stationOf(row)}
          sold={sold}
          onEnd={close}
          onDeleted={closeDeleted}
        />
      ) : (
        <AppliedLockers tariffId={tariffId} station={stationOf(row)} />
      ),
    [tariffId, version, sold, mayWrite, close, closeDeleted],
  );

  return (
    <Block
      title="Application aux stations"
      bare
      action={
        mayWrite && (
          <Answers gap="xs">
            <Button
              variant="light"
              leftSection={<IconStack2 size={18} aria-hidden />}
              aria-expanded={covering}
              onClick={() => setCovering((open) => !open)}
            >
              Toutes mes stations
            </Button>
            <AddButton row={row}>Ajouter une station</AddButton>
          </Answers>
        )
      }
    >
      {covering && (
        <CoveragePanel tariffId={tariffId} stations={stations} onEnd={() => setCovering(false)} />
      )}
      <QueryState query={applied} rows={3}>
        {(list) => (
          <>
            {openRow === "new" && (
              <NewStation
                tariffId={tariffId}
                version={version}
                sold={sold}
                stations={stations}
                applied={list}
                onEnd={close}
              />
            )}
            <OneRowTable
              caption="Stations où s'applique le tarif"
              columns={sold ? [...columns, quotaColumn] : columns}
              rows={list}
              rowKey={rowKey}
              rowLabel={rowLabel}
              row={row}
              renderDetails={renderDetails}
              empty={
                <EmptyState
                  icon={<IconMapPin />}
                  title="Ce tarif ne s'applique encore à aucune station."
                  hint={
                    mayWrite
                      ? "Appliquez-le à toutes vos stations, ou ajoutez une station et choisissez ses casiers."
                      : undefined
                  }
                />
              }
            />
            {followed.length > 0 && <Followed tariffId={tariffId} types={followed} />}
          </>
        )}
      </QueryState>
    </Block>
  );
}

type NewStationProps = StationsSectionProps & {
  applied: readonly TariffStation[];
  onEnd: () => void;
};

/** Adds another station of the operator; nothing is stored until its lockers are saved. */
function NewStation({
  tariffId,
  version,
  sold = false,
  stations,
  applied,
  onEnd,
}: NewStationProps) {
  const confirmLoss = useConfirmLoss();
  const [chosen, setChosen] = useState<OperatorStation | null>(null);
  useReturnFocus({ onlyIfLost: true });

  const choose = async (others: readonly OperatorStation[], id: string | null) => {
    if (await confirmLoss()) setChosen(others.find((station) => String(station.id) === id) ?? null);
  };

  return (
    <NewRow label="Nouvelle station" title="Ajouter une station">
      <QueryState query={stations} rows={1}>
        {(all) => {
          const others = all.filter(({ id }) => !applied.some(({ idStation }) => idStation === id));
          if (others.length === 0)
            return (
              <Text c="dimmed">
                Le tarif s'applique déjà à toutes les stations de l'exploitant.
              </Text>
            );
          return (
            <Select
              maw="28rem"
              mb="md"
              label="Station"
              placeholder="Chercher une station"
              searchable
              autoFocus
              nothingFoundMessage="Aucune station ne porte ce nom."
              data={others.map(({ id, nom, libelleAdmin }) => ({
                value: String(id),
                label: `${libelleAdmin} – ${nom}`,
              }))}
              value={chosen ? String(chosen.id) : null}
              onChange={(id) => choose(others, id)}
            />
          );
        }}
      </QueryState>
      {chosen ? (
        <StationLockers
          key={chosen.id}
          tariffId={tariffId}
          version={version}
          station={{ id: chosen.id, name: chosen.nom, kind: chosen.stationType }}
          sold={sold}
          onEnd={onEnd}
          onDeleted={onEnd}
        />
      ) : (
        <FormActions onCancel={onEnd} />
      )}
    </NewRow>
  );
}
