import { useQueries, useQuery } from "@tanstack/react-query";
import { lockersQuery, stationsQuery } from "../queries";

/** The stations of one operator, once they are needed. */
export const useStations = (operatorId: number | undefined, needed: boolean) =>
  useQuery({
    ...stationsQuery(operatorId ?? 0),
    enabled: needed && operatorId !== undefined,
  });

/** The lockers of several stations, each with its station. */
export const useLockers = (stationIds: readonly number[]) =>
  useQueries({
    queries: stationIds.map((id) => lockersQuery(id)),
    combine: (answers) => ({
      lockers: answers.flatMap(({ data = [] }) => data),
      loading: answers.some(({ isLoading }) => isLoading),
      failed: answers.some(({ isLoadingError }) => isLoadingError),
    }),
  });
