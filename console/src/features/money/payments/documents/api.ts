import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useDownload, useWrite } from "@/data/useWrite";
import type { StreamOptions } from "@/kit/export/stream";

/** A receipt or a credit note of a payment. */
export type PaymentDocument = components["schemas"]["PaymentDocument"];

/** Loads the PDF of a document. */
export const loadDocument = (id: number) =>
  unwrap(client.GET("/api/admin/document/{id}.pdf", { ...byId(id), parseAs: "blob" }));

/** Loads the documents that an operator numbered in a month (« 2026-11 »), as a ZIP archive. */
export const loadMonthOfDocuments = (operatorId: number, mois: string, as: StreamOptions) =>
  unwrap(
    client.GET("/api/admin/exploitant/{id}/documents.zip", {
      ...byId(operatorId, { mois }),
      ...as,
    }),
  );

/** Sends the receipt and the credit notes of the payment to its person, by e-mail. */
export const useSendReceipt = (id: number) =>
  useWrite("receiptSent", () =>
    unwrap(client.POST("/api/admin/paiement/{id}/envoyer-recu", byId(id))),
  );

/** Loads the PDF of a document. */
export const useDocumentFile = (id: number) => useDownload(() => loadDocument(id));
