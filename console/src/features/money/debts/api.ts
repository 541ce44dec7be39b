import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import type { ExportFile } from "@/kit/export/fetchExport";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import type { DebtSearch } from "./search";

export type Debt = components["schemas"]["Debt"];
export type DebtPage = components["schemas"]["DebtPage"];
export type DebtPayment = components["schemas"]["DebtPayment"];
export type DebtTotals = components["schemas"]["DebtTotals"];

/** A page of what people owe an operator, the largest sum first, with the sums of all. */
export const debtsQuery = (operatorId: number, { recherche, page = 1 }: DebtSearch) => {
  const query = { search: recherche, page, itemsPerPage: PAGE_SIZE };
  return queryOptions({
    queryKey: keys.debts(operatorId, query),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/creances", { ...byId(operatorId, query), signal }),
      ),
    placeholderData: keepPreviousData,
  });
};

/** A page of the payments that a person owes an operator, the oldest first. */
export const debtPaymentsQuery = (operatorId: number, accountId: number, page: number) =>
  queryOptions({
    queryKey: keys.debtPayments(operatorId, accountId, page),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/creances/{idUtilisateur}", {
          params: {
            path: { id: operatorId, idUtilisateur: accountId },
            query: { page, itemsPerPage: PAGE_SIZE },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The file of the debts that are found, named after their day. */
export const debtsFile = (
  operatorId: number,
  { recherche }: DebtSearch,
  day: string | undefined,
): ExportFile => ({
  name: day ? `creances-${day}` : "creances",
  row: "créance",
  stream: (format, as) =>
    unwrap(
      client.GET(`/api/admin/exploitant/{id}/creances.${format}`, {
        ...byId(operatorId, { search: recherche }),
        ...as,
      }),
    ),
});
