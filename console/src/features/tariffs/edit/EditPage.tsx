import { useQuery } from "@tanstack/react-query";
import { asApiError } from "@/api/errors";
import { stationsQuery } from "@/data/stations";
import { tariffQuery } from "@/data/tariffs";
import { QueryState } from "@/kit/QueryState";
import { RecordSkeleton, useRecordId } from "@/kit/records/RecordPage";
import { useCan } from "@/session/rights";
import { LoadError } from "@/ui/LoadError";
import { UnsavedProvider } from "@/ui/unsaved";
import { Header } from "./Header";
import { TariffEditor } from "./TariffEditor";
import { TariffReader } from "./TariffReader";

const UNKNOWN = 404;

/** One tariff: its price, its periods, its lockers and its beneficiaries. */
export function EditPage() {
  const id = useRecordId();
  const tariff = useQuery(tariffQuery(id));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  // The stations of the tariff's own operator: a link may name a tariff of another operator than the chosen
  // one.
  const stations = useQuery({
    ...stationsQuery(tariff.data?.idExploitant ?? 0),
    enabled: tariff.data !== undefined && mayWrite,
  });

  return (
    <UnsavedProvider key={id}>
      {!tariff.data && <Header />}
      {tariff.isLoadingError && asApiError(tariff.error).status === UNKNOWN ? (
        <LoadError
          message="Cette condition tarifaire est introuvable."
          detail="Elle a peut-être été supprimée, ou relève d'un autre exploitant."
        />
      ) : (
        <QueryState query={tariff} loading={<RecordSkeleton lines={8} />}>
          {(loaded) =>
            mayWrite ? (
              <TariffEditor tariff={loaded} stations={stations} />
            ) : (
              <TariffReader tariff={loaded} stations={stations} />
            )
          }
        </QueryState>
      )}
    </UnsavedProvider>
  );
}
