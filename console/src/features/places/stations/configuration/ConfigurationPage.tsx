import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { AuditLink } from "@/entities/audit/AuditLink";
import { OwnedRecordPage } from "@/entities/operator/OwnedRecordPage";
import type { Station } from "@/entities/station/api";
import { useRecordId } from "@/kit/records/RecordPage";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { Can } from "@/session/Can";
import { Answers } from "@/ui/layout/Answers";
import { readStation, stationQuery } from "../api";
import { stationInUse } from "../wording";
import { useDeleteStation } from "./api";
import { ActiveStation, InfoBlock } from "./InfoBlock";
import { LockersBlock } from "./LockersBlock";

/** The settings of one station, with its lockers or spaces. */
export function ConfigurationPage() {
  return (
    <OwnedRecordPage
      title="Configuration de la station"
      query={useQuery(stationQuery(useRecordId()))}
      missing="Cette station n'existe pas ou n'existe plus."
      owner={({ exploitant }) => exploitant.id}
      subtitle={({ nom }) => nom}
      state={({ actif }) => <ActiveStation actif={actif} />}
      action={(station) => (
        <Can right="DROIT_STATIONS_ECRITURE">
          <Answers>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link to="/creation-station" search={{ modele: station.id }} {...props} />
              )}
            >
              Copier la station
            </Button>
            <DeleteButton station={station} />
          </Answers>
        </Can>
      )}
    >
      {(station) => (
        <>
          <InfoBlock station={station} />
          <LockersBlock station={station} />
          <AuditLink about={`station:${station.id}`} name={station.nom} />
        </>
      )}
    </OwnedRecordPage>
  );
}

function DeleteButton({ station: { id, nom } }: { station: Station }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync: deleteStation } = useDeleteStation();
  const remove = useDelete({
    article: "la station",
    item: nom,
    refusal: async () => stationInUse(await readStation(queryClient, id)),
    write: () => deleteStation(id),
    done: `La station «\u00a0${nom}\u00a0» est supprimée.`,
    after: () => navigate({ to: "/gestion-stations", ignoreBlocker: true }),
  });
  return (
    <Button variant="light" color="red" onClick={remove}>
      Supprimer la station
    </Button>
  );
}
