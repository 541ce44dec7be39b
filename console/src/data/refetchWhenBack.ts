import type { QueryClient } from "@tanstack/react-query";
import { onConnectionBack } from "@/session/connection";

/**
 * Loads again what is on screen once the connection is back: what failed meanwhile, and what is old; but not
 * what a form shows, as long as it has it.
 */
export function refetchWhenBack(queryClient: QueryClient): () => void {
  return onConnectionBack(() => {
    void queryClient.refetchQueries({
      type: "active",
      predicate: (query) =>
        query.state.error !== null ||
        (query.isStale() &&
          query.observers.some(({ options }) => options.refetchOnWindowFocus !== false)),
    });
  });
}
