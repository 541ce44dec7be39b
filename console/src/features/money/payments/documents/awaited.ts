import type { components } from "@/api/schema";

type Payment = components["schemas"]["Payment"];

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
