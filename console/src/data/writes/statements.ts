import { byId, client, unwrap } from "@/api/client";
import { keys } from "../keys";
import type { BookkeepingAccounts } from "../statements";
import {
  loadStatementCSV,
  loadStatementFEC,
  loadStatementPDF,
  loadStatementXLSX,
} from "../statements";
import { useDownload, useWrite } from "./useWrite";

export const useCloseMonth = (operatorId: number, mois: string) =>
  useWrite(
    "statement",
    () =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/reddition/{mois}/cloture", {
          params: { path: { id: operatorId, mois } },
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
