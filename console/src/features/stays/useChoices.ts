import { useQuery } from "@tanstack/react-query";
import { stationsQuery } from "@/entities/station/api";
import { tariffsQuery } from "@/entities/tariff/api";
import { useCan } from "@/session/rights";

export type Choices = ReturnType<typeof useChoices>;

/** Loads the subscription tariffs and the stations of an operator, to filter by. */
export function useChoices(operatorId: number) {
  const mayRead = useCan("DROIT_TARIFS_LECTURE");
  const { data: tariffs = [] } = useQuery({ ...tariffsQuery(operatorId), enabled: mayRead });
  const { data: stations = [] } = useQuery(stationsQuery(operatorId));
  return {
    /** Whether the account may read tariffs. */
    mayRead,
    tariffs: tariffs
      .filter(({ abonnement }) => abonnement)
      .map(({ id, libelle: nom }) => ({ id, nom })),
    stations: stations.map(({ id, nom }) => ({ id, nom })),
  };
}
