import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type Station, stationQuery } from "@/data/stations";
import { useDeleteStation } from "@/data/writes/stations";
import { QueryError } from "@/kit/QueryState";
import { useBack } from "@/kit/routing/page";
import { Can } from "@/session/Can";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { UnsavedProvider } from "@/ui/unsaved";
import { InfoBlock } from "./InfoBlock";
import { LockersBlock } from "./LockersBlock";

const LIST = "/gestion-stations";

/** The settings of one station, with its lockers or spaces. */
export function ConfigurationPage() {
  const { id = "" } = useParams({ strict: false });
  const station = useQuery(stationQuery(Number(id)));

  return (
    <UnsavedProvider key={id}>
      <PageHeader
        title="Configuration de la station"
        subtitle={station.data?.nom}
        back={useBack()}
        action={
          station.data && (
            <Can right="DROIT_STATIONS_ECRITURE">
              <DeleteButton station={station.data} />
            </Can>
          )
        }
      />
      {station.data ? (
        <>
          <InfoBlock station={station.data} />
          <LockersBlock station={station.data} />
        </>
      ) : station.isError ? (
        <QueryError query={station} />
      ) : (
        <>
          <CardSkeleton />
          <ListSkeleton />
        </>
      )}
    </UnsavedProvider>
  );
}

function DeleteButton({ station: { id, nom } }: { station: Station }) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { mutateAsync: deleteStation } = useDeleteStation();

  const remove = async () => {
    const done = await confirm({
      kind: "delete",
      article: "la station",
      item: nom,
      onConfirm: () => deleteStation(id),
    });
    if (!done) return;
    notifySuccess(`La station « ${nom} » est supprimée.`);
    await navigate({ to: LIST, ignoreBlocker: true });
  };

  return (
    <Button variant="light" color="red" onClick={remove}>
      Supprimer la station
    </Button>
  );
}
