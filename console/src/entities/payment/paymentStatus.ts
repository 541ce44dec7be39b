import type { StatusColor } from "@/ui/feedback/StatusChip";

const STATUSES: Record<string, { label: string; color: StatusColor }> = {
  RUNNING: { label: "EN COURS", color: "yellow" },
  NOT_PRESENTED: { label: "NON PRÉSENTÉ", color: "orange" },
  FREE: { label: "GRATUIT", color: "green" },
  PAYMENT_ERROR_MEANT_OF_PAYMENT: { label: "ERREUR DU MOYEN DE PAIEMENT", color: "red" },
  ATTEMPT_PROCESS: { label: "EN ATTENTE", color: "yellow" },
  UNPAID: { label: "IMPAYÉ", color: "red" },
  PAID: { label: "PAYÉ", color: "green" },
  ERROR: { label: "ERREUR", color: "red" },
  PERMANENT_ERROR: { label: "ERREUR PERSISTANTE", color: "red" },
  CANCELLED: { label: "ANNULÉ", color: "red" },
  MANUAL: { label: "MANUEL", color: "green" },
  INVALID_PAYMENT: { label: "ERREUR", color: "red" },
};

/** The label of each status, by its wire name. */
export const STATUS_WORDS: Record<string, string> = Object.fromEntries(
  Object.entries(STATUSES).map(([key, { label }]) => [key, label]),
);

/** Returns the label and colour of a payment status; an unknown status is its own label. */
export function paymentStatus(key: string): { label: string; color: StatusColor } {
  return STATUSES[key] ?? { label: key, color: "white" };
}
