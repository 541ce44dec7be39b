import type { Awaited, PaymentDocument } from "@/data/documents";

const NBSP = "\u00a0";

/** What an accountant calls the two kinds of documents, said once where they stand. */
export const MEANING = `Un reçu atteste ce qui a été encaissé${NBSP}; un avoir, ce qui a été rendu.`;

export const KINDS: Record<PaymentDocument["type"], string> = { recu: "Reçu", avoir: "Avoir" };

export const COMING: Record<NonNullable<Awaited>, string> = {
  recu: "Le reçu est en préparation.",
  avoir: "L'avoir est en préparation.",
};
