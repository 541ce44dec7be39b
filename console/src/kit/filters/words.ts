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

export const STOP_REASONS = [
  "temps_depasse",
  "velo_enleve",
] as const satisfies readonly Several<"stopReason">[];

export const STAY_STATUSES = [
  "en_cours",
  "terminee",
  ...STOP_REASONS,
] as const satisfies readonly Several<"useStatus">[];

export const STAY_STATUS_WORDS: Record<(typeof STAY_STATUSES)[number], string> = {
  en_cours: "En cours",
  terminee: "Terminée",
  temps_depasse: "Temps dépassé",
  velo_enleve: "Utilisation bloquée",
};

export const LOCKER_TYPES = [3, 2, 1, 4] as const;

export const LOCKER_TYPE_WORDS: Record<(typeof LOCKER_TYPES)[number], string> = {
  3: "Trottinette",
  2: "Vélo",
  1: "Vélo cargo",
  4: "Collectif",
};
