import { ACTION_LABELS } from "@/entities/payment/paymentActions";
import { formatLong } from "@/format";
import type { Line } from "./lines";

/** What several payments may undergo at once. */
export type PaymentAct = "generer-ordre" | "annuler";

/** Reports whether a payment allows the act now. */
export function allows({ actions = [], orderFrom }: Line, act: PaymentAct, now: number): boolean {
  if (!actions.includes(act)) return false;
  return act === "annuler" || orderFrom === undefined || Date.parse(orderFrom) <= now;
}

/** Says why a payment does not allow the act. */
export function refusalOf({ actions = [], orderFrom }: Line, act: PaymentAct): string {
  return actions.includes(act) && orderFrom
    ? `Un nouvel ordre pourra être généré à partir du ${formatLong(orderFrom)}.`
    : "Son état ne le permet pas.";
}

/** Says what a payment allows beside the act: « Possible : Marquer comme payé, Annuler le paiement. » */
export function othersOf(line: Line, act: PaymentAct, now: number): string {
  const others = (line.actions ?? []).filter(
    (one) => one !== act && (one !== "generer-ordre" || allows(line, one, now)),
  );
  return others.length > 0
    ? `Possible\u00a0: ${others.map((one) => ACTION_LABELS[one]).join(", ")}.`
    : "";
}

/** « Présenter de nouveau (6 sur 10) »; without the numbers where all of them are meant. */
export const someOf = (label: string, some: number, all: number): string =>
  some === all ? label : `${label} (${some} sur ${all})`;
