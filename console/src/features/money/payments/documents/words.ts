import type { PaymentDocument } from "./api";
import type { Awaited } from "./awaited";

const NBSP = "\u00a0";

/** What an accountant calls the two kinds of documents, said once where they stand. */
export const MEANING = `Un reçu atteste ce qui a été encaissé${NBSP}; un avoir, ce qui a été rendu.`;

export const NONE = `Ce paiement n'a pas de reçu${NBSP}: il a été réglé avant que les reçus soient établis ici.`;

export const KINDS: Record<PaymentDocument["type"], string> = { recu: "Reçu", avoir: "Avoir" };

export const COMING: Record<NonNullable<Awaited>, string> = {
  recu: "Le reçu est en préparation.",
  avoir: "L'avoir est en préparation.",
};
