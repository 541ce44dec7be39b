import type { QueryClient } from "@tanstack/react-query";

let following = false;

/** Reports whether the server tells this tab of every change, so that nothing has to be asked for again and again. */
export const isFollowing = () => following;

/** Notes whether it does, and starts or ends the intervals of the queries on screen. */
export function setFollowing(queryClient: QueryClient, follows: boolean): void {
  if (following === follows) return;
  following = follows;
  for (const { observers } of queryClient.getQueryCache().getAll())
    for (const observer of observers) observer.setOptions(observer.options);
}

/** Returns the interval while the server does not tell what changes. */
export const unlessFollowing = (interval: number | false) => (following ? false : interval);

/** The options of a query that is loaded again when the window regains the focus, and every 15 s unless changes are told. */
export const POLLED = {
  refetchInterval: () => unlessFollowing(15_000),
  refetchOnWindowFocus: "always",
} as const;

/** The options of a query that nothing loads again while a form shows it. */
export const NO_REFETCH = { refetchInterval: false, refetchOnWindowFocus: false } as const;
