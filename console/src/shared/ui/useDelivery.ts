import { useQuery } from "@tanstack/react-query";
import type { Delivery } from "./CodeDelivery";

/** When to ask again; false once nothing more will come. */
const askAgainAfter = (state: Delivery | undefined): number | false =>
  state === "inconnu" || state === "utilise" ? false : state === "transmis" ? 3_000 : 1_000;

/** How far the code has come, asked as long as that may change; a failure only leaves it untold. */
export function useDelivery(
  lockerId: number,
  code: { deadline: number } | null,
  ask: (signal: AbortSignal) => Promise<{ etat: Delivery }>,
) {
  const { data } = useQuery({
    queryKey: ["transmission", lockerId, code?.deadline],
    queryFn: ({ signal }) => ask(signal),
    enabled: code !== null,
    refetchInterval: ({ state }) =>
      code !== null && Date.now() < code.deadline && askAgainAfter(state.data?.etat),
  });
  return data?.etat;
}
