import { useQueries, useQuery } from "@tanstack/react-query";
import { lockersQuery } from "@/entities/locker/api";
import { stationsQuery } from "@/entities/station/api";

/** Loads the stations of one operator, once they are needed. */
export const useStations = (operatorId: number | undefined, needed: boolean) =>
  useQuery({
    ...stationsQuery(operatorId ?? 0),
    enabled: needed && operatorId !== undefined,
  });

/** Loads the lockers of several stations, each with its station. */
export const useLockers = (stationIds: readonly number[]) =>
  useQueries({
    queries: stationIds.map(lockersQuery),
    combine: (results) => ({
      lockers: results.flatMap(({ data = [] }) => data),
      loading: results.some(({ isLoading }) => isLoading),
      failed: results.some(({ isLoadingError }) => isLoadingError),
    }),
  });
