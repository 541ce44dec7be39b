import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { asApiError } from "@/api/errors";
import { stationsQuery } from "@/data/stations";
import { tariffQuery } from "@/data/tariffs";
import { useCan } from "@/session/rights";
import { LoadError } from "@/ui/LoadError";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { UnsavedProvider } from "@/ui/unsaved";
import { Header } from "./Header";
import { TariffEditor } from "./TariffEditor";
import { TariffReader } from "./TariffReader";

const UNKNOWN = 404;

/** One tariff: its price, its periods, its lockers and its beneficiaries. */
export function EditPage() {
  const { id = "" } = useParams({ strict: false });
  const tariff = useQuery(tariffQuery(Number(id)));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  // The stations of the tariff's own operator: a link may name a tariff of another operator than the chosen
  // one.
  const stations = useQuery({
    ...stationsQuery(tariff.data?.idExploitant ?? 0),
    enabled: tariff.data !== undefined && mayWrite,
  });

  return (
    <UnsavedProvider key={id}>
      {tariff.data ? (
        mayWrite ? (
          <TariffEditor tariff={tariff.data} stations={stations} />
        ) : (
          <TariffReader tariff={tariff.data} stations={stations} />
        )
      ) : (
        <>
          <Header />
          {tariff.isError ? (
            <Failure error={tariff.error} onRetry={() => void tariff.refetch()} />
          ) : (
            <>
              <CardSkeleton lines={8} />
              <ListSkeleton />
            </>
          )}
        </>
      )}
    </UnsavedProvider>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { status, message, requestId } = asApiError(error);
  return status === UNKNOWN ? (
    <LoadError
      message="Cette condition tarifaire est introuvable."
      detail="Elle a peut-être été supprimée, ou relève d'un autre exploitant."
    />
  ) : (
    <LoadError message={message} requestId={requestId} onRetry={onRetry} />
  );
}
