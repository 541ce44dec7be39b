import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useCan } from "@/auth/rights";
import { stationsQuery } from "@/features/stations/queries";
import { EditPage } from "@/features/tarifs/edit/EditPage";
import { tariffQuery } from "@/features/tarifs/queries";

/** The page of one price condition, with the stations where it can be made to apply. */
export function TariffEdit() {
  const { id = "" } = useParams({ strict: false });
  const tariff = useQuery(tariffQuery(Number(id)));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  // Those of the tariff's own operator: an address may lead to another than the chosen one's.
  const stations = useQuery({
    ...stationsQuery(tariff.data?.idExploitant ?? 0),
    enabled: tariff.data !== undefined && mayWrite,
  });
  return <EditPage stations={stations} />;
}
