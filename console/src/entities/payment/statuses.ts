import type { components } from "@/api/schema";

type WireFilters = components["schemas"]["StayFilters"];

type Several<N extends keyof WireFilters> = Extract<WireFilters[N], readonly unknown[]>[number];

export type Status = components["schemas"]["PaymentDetail"]["paiementStatut"];

/** In the order in which the filter lists them. */
export const STATUSES: readonly Status[] = [
  "RUNNING",
  "NOT_PRESENTED",
  "FREE",
  "PAYMENT_ERROR_MEANT_OF_PAYMENT",
  "ATTEMPT_PROCESS",
  "UNPAID",
  "PAID",
  "ERROR",
  "PERMANENT_ERROR",
  "CANCELLED",
  "MANUAL",
  "INVALID_PAYMENT",
];

export const REFUND_STATES = [
  "fait",
  "en_attente",
] as const satisfies readonly Several<"refundStatus">[];

export const REFUND_STATE_WORDS: Record<(typeof REFUND_STATES)[number], string> = {
  fait: "Remboursé",
  en_attente: "Remboursement en attente",
};
