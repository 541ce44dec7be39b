import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

type Schemas = components["schemas"];
export type Reconciliation = Schemas["Reconciliation"];
export type ReconciliationFigure = Schemas["ReconciliationFigure"];
export type ReconciliationPayout = Schemas["ReconciliationPayout"];
export type Difference = Schemas["ReconciliationDifference"];
type DifferenceQuery = NonNullable<
  paths["/api/admin/exploitant/{id}/rapprochement/ecarts"]["get"]["parameters"]["query"]
>;

export const DIFFERENCE_PAGE_SIZE = 10;

/** The statements are read once an hour. */
const HOURLY = { staleTime: 60_000, refetchOnWindowFocus: true } as const;

/** How a month compares with the statements of the payment provider. */
export const reconciliationQuery = (operatorId: number, mois: string) =>
  queryOptions({
    queryKey: keys.reconciliation(operatorId, { mois }),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/rapprochement", {
          params: { path: { id: operatorId }, query: { mois } },
          signal,
        }),
      ),
    ...HOURLY,
  });

/** A page of the differences of a month, latest first. */
export const differencesQuery = (operatorId: number, query: DifferenceQuery) =>
  queryOptions({
    queryKey: keys.reconciliation(operatorId, { ecarts: query }),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/rapprochement/ecarts", {
          params: { path: { id: operatorId }, query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    ...HOURLY,
  });

type Explanation = { id: number; commentaire: string };

/** Explains a difference. `orphan`: nothing tells whose it is. */
export const useExplainDifference = (operatorId: number, orphan: boolean) =>
  useWrite(
    "difference",
    ({ id, commentaire }: Explanation) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/rapprochement/ecarts/{ecart}/explication", {
          params: {
            path: { id: operatorId, ecart: id },
            query: orphan ? { sansExploitant: true } : {},
          },
          body: { commentaire },
        }),
      ),
    // A colleague may have been first, or the difference have settled.
    { evenRefused: true },
  );
