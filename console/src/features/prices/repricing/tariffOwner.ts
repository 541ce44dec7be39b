import { useQuery } from "@tanstack/react-query";
import { tariffQuery } from "../api";

/** Names the operator of a tariff, once it is loaded; a tariff that is gone leaves the chosen operator. */
export function useTariffOwner(id: number | undefined) {
  const { data } = useQuery({ ...tariffQuery(id ?? 0), enabled: id !== undefined });
  return data && (() => data.idExploitant);
}
