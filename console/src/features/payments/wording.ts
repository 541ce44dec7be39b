import type { components } from "@/api/schema";
import type { Action, Attempt, Payment } from "@/data/payments";
import { paymentStatus } from "@/kit/paymentStatus";
import { formatDate } from "@/words/format";
import { ofName, personName } from "@/words/people";

export const NBSP = "\u00a0";

type PaidFor = Payment["utilisations"][number];
export type Stay = components["schemas"]["Stay"];
export type Subscription = components["schemas"]["Subscription"];

export const isStay = (paid: PaidFor): paid is Stay => "idOccupation" in paid;

/** Names the row after « Détails de ». */
export function paymentLabel(payment: Payment): string {
  const [paid] = payment.utilisations;
  const on = paid && (isStay(paid) ? paid.debutOccupation : paid.debut);
  return `la transaction ${ofName(personName(payment))}${on ? ` du ${formatDate(on)}` : ""}`;
}

/** The label of each action, in the order in which they are shown. */
export const ACTION_LABELS: Record<Action, string> = {
  manual: "Marquer comme payé",
  "generer-ordre": "Générer un ordre de paiement",
  annuler: "Annuler le paiement",
  "switch-gratuit": "Ne pas faire payer",
  rembourser: "Rembourser",
};

export const DONE_MESSAGES: Record<Action, string> = {
  manual: "Le paiement est marqué comme payé.",
  "generer-ordre": "L'ordre de paiement est généré.",
  annuler: "Le paiement est annulé.",
  "switch-gratuit": "L'occupation est maintenant gratuite !",
  rembourser: "Le remboursement est demandé.",
};

/** Returns the title of an attempt, and its outcome. */
export function describeAttempt({ nature, type, statut, tentative }: Attempt) {
  if (nature === "remboursement") return { title: type, outcome: refundOutcome(statut) };
  const outcome = paymentStatus(statut);
  if (nature === "manuel") return { title: `Marqué comme payé${NBSP}: ${type}`, outcome };
  if (nature === "annulation") return { title: type, outcome };
  return {
    title:
      tentative > 0 ? `${ordinal(tentative)} présentation, ${type.toLowerCase()}` : "Présentation",
    outcome,
  };
}

const ordinal = (n: number) => (n === 1 ? "1re" : `${n}e`);

function refundOutcome(status: Attempt["statut"]): ReturnType<typeof paymentStatus> {
  if (status === "PAID") return { label: "REMBOURSÉ", color: "green" };
  if (status === "ATTEMPT_PROCESS") return paymentStatus(status);
  return { label: "REFUSÉ", color: "red" };
}
