import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { StreamOptions } from "./stream";

type Payment = components["schemas"]["Payment"];

/** A receipt or a credit note of a payment. */
export type PaymentDocument = components["schemas"]["PaymentDocument"];

/** The documents that a payment still waits for; the server numbers them within seconds. */
export type Awaited = "recu" | "avoir" | null;

/**
 * Returns the document about to be numbered. Receipts less credit notes are what was collected less what was given back, so
 * that a difference tells of a credit note to come; a payment without a receipt was settled before documents were numbered.
 */
export function awaitedDocument(payment: Payment): Awaited {
  if (payment.recuEnPreparation) return "recu";
  const { documents = [], montant, rembourse, remboursementEnAttente } = payment;
  if (!documents.some(({ type }) => type === "recu")) return null;
  const told = documents.reduce(
    (sum, { type, montant }) => sum + (type === "recu" ? montant : -montant),
    0,
  );
  return told > montant - (rembourse - remboursementEnAttente) ? "avoir" : null;
}

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
