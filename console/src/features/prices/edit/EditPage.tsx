import { useQuery } from "@tanstack/react-query";
import { useOwner } from "@/entities/operator/useOwner";
import { stationsQuery } from "@/entities/station/api";
import { QueryState } from "@/kit/lists/QueryState";
import { RecordSkeleton, useRecordId } from "@/kit/records/RecordPage";
import { useCan } from "@/session/rights";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { tariffQuery } from "../api";
import { Header } from "./Header";
import { TariffEditor } from "./TariffEditor";
import { TariffReader } from "./TariffReader";

/** One tariff: its price, its periods, its lockers and its beneficiaries. */
export function EditPage() {
  const id = useRecordId();
  const tariff = useQuery(tariffQuery(id));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  const shown = useOwner(tariff.data?.idExploitant);
  const stations = useQuery({
    ...stationsQuery(tariff.data?.idExploitant ?? 0),
    enabled: tariff.data !== undefined && shown && mayWrite,
  });

  return (
    <UnsavedProvider key={id}>
      {!(tariff.data && shown) && <Header />}
      <QueryState
        query={tariff}
        missing="Cette condition tarifaire est introuvable."
        loading={<RecordSkeleton lines={8} />}
      >
        {(loaded) =>
          !shown ? (
            <RecordSkeleton lines={8} />
          ) : mayWrite ? (
            <TariffEditor tariff={loaded} stations={stations} />
          ) : (
            <TariffReader tariff={loaded} stations={stations} />
          )
        }
      </QueryState>
    </UnsavedProvider>
  );
}
