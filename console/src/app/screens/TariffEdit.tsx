import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { stationsQuery } from "@/data/stations";
import { tariffQuery } from "@/data/tariffs";
import { EditPage } from "@/features/tariffs/edit/EditPage";
import { useCan } from "@/session/rights";

/** The page of one tariff, with the stations where it can be applied. */
export function TariffEdit() {
  const { id = "" } = useParams({ strict: false });
  const tariff = useQuery(tariffQuery(Number(id)));
  const mayWrite = useCan("DROIT_TARIFS_ECRITURE");
  // The stations of the tariff's own operator: a link may name a tariff of another operator than the chosen
  // one.
  const stations = useQuery({
    ...stationsQuery(tariff.data?.idExploitant ?? 0),
    enabled: tariff.data !== undefined && mayWrite,
  });
  return <EditPage stations={stations} />;
}
