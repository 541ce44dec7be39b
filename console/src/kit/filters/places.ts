import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

/** The query key of stations, shared by every page that lists them. */
const stationsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["stations", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/exploitant/{id}", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
  });

const lockersQuery = (stationId: number) =>
  queryOptions({
    queryKey: ["station", stationId, "casiers"],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/station/{id}/casiers", {
          params: { path: { id: stationId } },
          signal,
        }),
      ),
  });

/** Loads the stations of one operator, once they are needed. */
export const useStations = (operatorId: number | undefined, needed: boolean) =>
  useQuery({
    ...stationsQuery(operatorId ?? 0),
    enabled: needed && operatorId !== undefined,
  });

/** Loads the lockers of several stations, each with its station. */
export const useLockers = (stationIds: readonly number[]) =>
  useQueries({
    queries: stationIds.map((id) => lockersQuery(id)),
    combine: (results) => ({
      lockers: results.flatMap(({ data = [] }) => data),
      loading: results.some(({ isLoading }) => isLoading),
      failed: results.some(({ isLoadingError }) => isLoadingError),
    }),
  });
