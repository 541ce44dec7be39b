import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components, paths } from "@/api/schema";
import { keys } from "@/data/keys";
import { NO_REFETCH, POLLED } from "@/data/refetching";
import { useDownload, useWrite } from "@/data/useWrite";

export type Statement = components["schemas"]["Statement"];
export type StatementMonths = components["schemas"]["StatementMonths"];
export type StatementMonth = components["schemas"]["StatementMonth"];
export type StatementFigure = components["schemas"]["StatementFigure"];
export type StatementVAT = components["schemas"]["StatementVAT"];
export type StatementDocuments = components["schemas"]["StatementDocuments"];
export type StatementPayout = components["schemas"]["StatementPayout"];
export type StatementLine = components["schemas"]["StatementLine"];
export type BookkeepingAccounts = components["schemas"]["BookkeepingAccounts"];

type LinesQuery =
  paths["/api/admin/exploitant/{id}/reddition/{mois}/lignes"]["get"]["parameters"]["query"];

const ofMonth = <Query = undefined>(
  operatorId: number,
  mois: string,
  query = undefined as Query,
) => ({ params: { path: { id: operatorId, mois }, query } });

/** The months of an operator, the latest first. */
export const statementMonthsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.statements(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}/reddition", { ...byId(operatorId), signal })),
    select: ({ mois }) => mois,
  });

/** The statement of a month, « 2026-10 »; that of a closed month never changes. */
export const statementQuery = (operatorId: number, month: string) =>
  queryOptions({
    queryKey: keys.statement(operatorId, month),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/reddition/{mois}", {
          ...ofMonth(operatorId, month),
          signal,
        }),
      ),
    ...POLLED,
    refetchInterval: ({ state: { data } }) =>
      data?.etat === "cloture" ? false : POLLED.refetchInterval(),
  });

/** The entries that a figure of a month adds up, as a page of a list. */
export const statementLinesQuery = (operatorId: number, month: string, query: LinesQuery) =>
  queryOptions({
    queryKey: keys.statementLines(operatorId, month, query),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/reddition/{mois}/lignes", {
          ...ofMonth(operatorId, month, query),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The account numbers of the accounting journal. */
export const accountsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.statementAccounts(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/exploitant/{id}/reddition/comptes", {
          ...byId(operatorId),
          signal,
        }),
      ),
    ...NO_REFETCH,
  });

/** Load the files of a month. */
export const loadStatementPDF = (operatorId: number, month: string) =>
  unwrap(
    client.GET("/api/admin/exploitant/{id}/reddition/{mois}.pdf", {
      ...ofMonth(operatorId, month),
      parseAs: "blob",
    }),
  );

export const loadStatementCSV = (operatorId: number, month: string) =>
  unwrap(
    client.GET("/api/admin/exploitant/{id}/reddition/{mois}.csv", {
      ...ofMonth(operatorId, month),
      parseAs: "blob",
    }),
  );

export const loadStatementXLSX = (operatorId: number, month: string) =>
  unwrap(
    client.GET("/api/admin/exploitant/{id}/reddition/{mois}.xlsx", {
      ...ofMonth(operatorId, month),
      parseAs: "blob",
    }),
  );

export const loadStatementFEC = (operatorId: number, month: string) =>
  unwrap(
    client.GET("/api/admin/exploitant/{id}/reddition/{mois}/fec.txt", {
      ...ofMonth(operatorId, month),
      parseAs: "blob",
    }),
  );

/** Loads the accounting entries of the closed months of a month's year, and the SIRET that names their file. */
export const useYearFEC = (operatorId: number, month: string) =>
  useDownload(async () => {
    const [content, { siret }] = await Promise.all([
      unwrap(
        client.GET("/api/admin/exploitant/{id}/reddition/exercice/{annee}/fec.txt", {
          params: { path: { id: operatorId, annee: Number(month.slice(0, 4)) } },
          parseAs: "blob",
        }),
      ),
      unwrap(client.GET("/api/admin/exploitant/{id}/reddition/{mois}", ofMonth(operatorId, month))),
    ]);
    return { content, siret };
  });

export const useCloseMonth = (operatorId: number, mois: string) =>
  useWrite(
    "statement",
    (body: { commentaire: string }) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/reddition/{mois}/cloture", {
          params: { path: { id: operatorId, mois } },
          body,
        }),
      ),
    // A colleague may have closed it first.
    { answers: keys.statement(operatorId, mois), evenRefused: true },
  );

export const useSaveAccounts = (operatorId: number) =>
  useWrite(
    "statementAccounts",
    (body: BookkeepingAccounts) =>
      unwrap(
        client.PUT("/api/admin/exploitant/{id}/reddition/comptes", { ...byId(operatorId), body }),
      ),
    { answers: keys.statementAccounts(operatorId) },
  );

const LOADS = {
  pdf: loadStatementPDF,
  csv: loadStatementCSV,
  xlsx: loadStatementXLSX,
  fec: loadStatementFEC,
};

export type StatementFile = keyof typeof LOADS;

/** Loads a file of a month. */
export const useStatementFile = (operatorId: number, month: string, file: StatementFile) =>
  useDownload(() => LOADS[file](operatorId, month));
