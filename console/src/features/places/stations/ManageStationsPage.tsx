import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Station } from "@/entities/station/api";
import { AddLink, RowButtons } from "@/kit/lists/ManageButtons";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { Can } from "@/session/Can";
import { useCan } from "@/session/rights";
import { readStation } from "./api";
import { useDeleteStation } from "./configuration/api";
import { StationList } from "./StationList";
import { stationInUse } from "./wording";

export function ManageStationsPage() {
  const mayWrite = useCan("DROIT_STATIONS_ECRITURE");
  return (
    <StationList
      title="Gestion des stations"
      emptyHint={
        mayWrite
          ? "Ajoutez-en une pour commencer."
          : "Les stations apparaîtront ici dès qu'elles seront créées."
      }
      action={
        <Can right="DROIT_STATIONS_ECRITURE">
          <AddLink to="/creation-station">Ajouter une nouvelle station</AddLink>
        </Can>
      }
      rowActions={mayWrite ? renderActions : undefined}
    />
  );
}

const renderActions = (station: Station) => <StationActions station={station} />;

function StationActions({ station: { id, nom } }: { station: Station }) {
  const queryClient = useQueryClient();
  const { mutateAsync: deleteStation } = useDeleteStation();
  const remove = useDelete({
    article: "la station",
    item: nom,
    refusal: async () => stationInUse(await readStation(queryClient, id)),
    write: () => deleteStation(id),
    done: `La station «\u00a0${nom}\u00a0» est supprimée.`,
  });

  return (
    <RowButtons
      name={nom}
      onDelete={remove}
      editLink={(props) => (
        <Link {...props} to="/gestion-stations/$id/details" params={{ id: String(id) }} />
      )}
    />
  );
}
