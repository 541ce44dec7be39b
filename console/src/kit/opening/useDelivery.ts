import { useQuery } from "@tanstack/react-query";
import type { Delivery } from "./CodeDelivery";

/** Returns the delay of the next call; false once the state is final. */
const nextCallDelay = (state: Delivery | undefined): number | false =>
  state === "inconnu" || state === "utilise" ? false : state === "transmis" ? 3_000 : 1_000;

/** Returns how far the code has come, loaded again while that can change; a failed call leaves it unknown. */
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
      code !== null && Date.now() < code.deadline && nextCallDelay(state.data?.etat),
  });
  return data?.etat;
}
