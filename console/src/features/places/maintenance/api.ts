import { focusManager, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";
import { isFollowing, POLLED } from "@/data/refetching";
import { lockersQuery } from "@/entities/locker/api";

/** The lockers of a station, kept up to date on screen. */
export const liveLockersQuery = (stationId: number) => ({ ...lockersQuery(stationId), ...POLLED });

/** One locker, of which only the id is known. */
export const lockerQuery = (id: number) =>
  queryOptions({
    queryKey: keys.locker(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/casier/{id}/fiche", { ...byId(id), signal })),
  });

const ROUND_MS = 15_000;
/** A telephone may show lockers of thirty stations: each round loads those that have waited longest. */
const STATIONS_PER_ROUND = 4;

/**
 * Loads the lockers of the shown stations again, a few every 15 s and when the window regains the focus; none
 * while the window is hidden, nor while changes are told.
 */
export function useRefreshInTurn(stationIds: readonly number[]): void {
  const queryClient = useQueryClient();
  const shown = useRef(stationIds);
  useEffect(() => {
    shown.current = stationIds;
  });

  useEffect(() => {
    const refresh = () => {
      if (!focusManager.isFocused()) return;
      const queries = shown.current.map((id) => {
        const { queryKey } = lockersQuery(id);
        const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = queryClient.getQueryState(queryKey) ?? {};
        return { queryKey, askedAt: Math.max(dataUpdatedAt, errorUpdatedAt) };
      });
      queries.sort((a, b) => a.askedAt - b.askedAt);
      for (const { queryKey } of queries.slice(0, STATIONS_PER_ROUND))
        void queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
    };
    const refreshUnlessTold = () => {
      if (!isFollowing()) refresh();
    };
    let timer = window.setInterval(refreshUnlessTold, ROUND_MS);
    const unsubscribe = focusManager.subscribe(() => {
      window.clearInterval(timer);
      timer = window.setInterval(refreshUnlessTold, ROUND_MS);
      refresh();
    });
    return () => {
      window.clearInterval(timer);
      unsubscribe();
    };
  }, [queryClient]);
}
