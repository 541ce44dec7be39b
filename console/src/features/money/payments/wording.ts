import type { components } from "@/api/schema";
import { ofName, personName } from "@/entities/account/names";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Action, Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import type { Attempt } from "./api";

export { ACTION_LABELS } from "@/entities/payment/paymentActions";

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

/** Where the stay that is paid was, or the subscription that is paid. */
export function placeOf({ utilisations: [paid] }: Payment): string {
  if (!paid) return "–";
  return isStay(paid)
    ? `${paid.station.nom} – ${paid.casier.nom}`
    : paid.libellePublic || paid.libelle;
}

/** What has been refunded, without the refund that waits for the provider's answer. */
export const refundedOf = ({ rembourse, remboursementEnAttente }: Payment): number =>
  rembourse - remboursementEnAttente;

/** Whether staff marked it as paid, so that they give it back as well. */
export const isByHand = ({ paiementDetail }: Payment): boolean =>
  paiementDetail.paiementStatut === "MANUAL";

export const REFUND_WAITING = "Remboursement en attente";

/** Says what a small sum waits for; null when it does not wait. */
export function waitingOf({ regroupement }: Payment): string | null {
  if (!regroupement) return null;
  const { montant, seuil } = regroupement;
  return `En attente de regroupement${NBSP}: ${formatEuros(montant)} sur ${formatEuros(seuil)}`;
}

/** Says when the payment will be presented again; null when that is not planned. */
export function nextAttemptOf(
  { prochainePresentation: at, regroupement }: Payment,
  format: (iso: string) => string = formatDate,
): string | null {
  if (!at) return null;
  if (regroupement) return `Présentation au plus tard le ${format(at)}`;
  // The job that presents payments runs every second.
  return new Date(at).getTime() <= Date.now()
    ? "Prochaine présentation dans un instant"
    : `Prochaine présentation le ${format(at)}`;
}

export const DONE_MESSAGES: Record<Action, string> = {
  manual: "Le paiement est marqué comme payé.",
  "generer-ordre": "L'ordre de paiement est généré.",
  annuler: "Le paiement est annulé.",
  "switch-gratuit": "L'occupation est maintenant gratuite !",
  rembourser: "Le remboursement est demandé.",
  "demander-remboursement": "Le remboursement est demandé à un gestionnaire.",
  "refuser-remboursement": "La demande de remboursement est refusée.",
  "retirer-remboursement": "La demande de remboursement est retirée.",
};

const REFUND = "Remboursement";

/** Returns the title of an attempt, and its outcome. */
export function describeAttempt({ nature, type, statut, tentative }: Attempt) {
  if (nature === "remboursement") {
    const done = type === REFUND ? REFUND : `${REFUND}${NBSP}: ${type}`;
    return {
      title: statut === "ATTEMPT_PROCESS" ? REFUND_WAITING : done,
      outcome: refundOutcome(statut),
    };
  }
  const outcome = paymentStatus(statut);
  if (nature === "manuel") return { title: `Marqué comme payé${NBSP}: ${type}`, outcome };
  if (nature === "annulation") return { title: type, outcome };
  if (nature === "reduction")
    return { title: type, outcome: { label: "RÉDUIT", color: "green" as const } };
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
