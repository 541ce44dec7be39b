import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Station } from "@/data/stations";
import { useDeleteStation } from "@/data/writes/stations";
import { Can } from "@/session/Can";
import { useCan } from "@/session/rights";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { StationList } from "./StationList";

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
          <Button
            component={Link}
            to="/creation-station"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            Ajouter une nouvelle station
          </Button>
        </Can>
      }
      rowActions={mayWrite ? renderActions : undefined}
    />
  );
}

const renderActions = (station: Station) => <StationActions station={station} />;

function StationActions({ station: { id, nom } }: { station: Station }) {
  const confirm = useConfirm();
  const { mutateAsync: deleteStation } = useDeleteStation();

  const remove = async () => {
    const done = await confirm({
      kind: "delete",
      article: "la station",
      item: nom,
      onConfirm: () => deleteStation(id),
    });
    if (done) notifySuccess(`La station « ${nom} » est supprimée.`);
  };

  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        onClick={remove}
        aria-label={`Supprimer ${nom}`}
      >
        Supprimer
      </Button>
      <Button
        renderRoot={(props) => (
          <Link {...props} to="/gestion-stations/$id/details" params={{ id: String(id) }} />
        )}
        variant="default"
        size="xs"
        aria-label={`Modifier ${nom}`}
      >
        Modifier
      </Button>
    </>
  );
}
