import * as v from "valibot";
import type { Action } from "@/entities/payment/types";
import { parseEuros } from "@/format";
import { bounded } from "@/format/bounded";
import type { ActionRequest } from "./api";

/** The means of payment, in the words of the wire. */
export const MEANS = ["Espèces", "Chèque", "Virement", "Carte bancaire"] as const;

/** Those by which what was marked as paid is given back. */
export const REFUND_MEANS = ["Espèces", "Chèque", "Virement"] as const;

const SENTENCES = {
  both: "Le mode de paiement et le commentaire sont obligatoires.",
  means: "Le mode de paiement est obligatoire.",
  comment: "Le commentaire est obligatoire.",
  amount:
    "Le montant à rembourser doit être compris entre un centime et ce qui n'a pas encore été remboursé.",
} as const;

export type ActionValues = { type: string; montant: string; commentaire: string };

const fields = v.object({ type: v.string(), montant: v.string(), commentaire: bounded });

const comment = v.pipe(bounded, v.nonEmpty(SENTENCES.comment));

const commented = v.object({ ...fields.entries, commentaire: comment });

const manualPayment = v.pipe(
  fields,
  v.forward(
    v.check(({ type, commentaire }) => type !== "" || commentaire !== "", SENTENCES.both),
    ["type"],
  ),
  v.forward(
    v.check(({ type, commentaire }) => type !== "" || commentaire === "", SENTENCES.means),
    ["type"],
  ),
  v.forward(
    v.check(({ type, commentaire }) => type === "" || commentaire !== "", SENTENCES.comment),
    ["commentaire"],
  ),
);

const refund = (remaining: number) =>
  v.object({
    ...commented.entries,
    montant: v.pipe(
      v.string(),
      v.check((typed) => {
        const cents = parseEuros(typed);
        return cents !== null && cents > 0 && cents <= remaining;
      }, SENTENCES.amount),
    ),
  });

const refundByHand = (remaining: number) =>
  v.object({
    ...refund(remaining).entries,
    type: v.pipe(v.string(), v.nonEmpty(SENTENCES.means)),
  });

/** Returns the rules of an action; `remaining` is the amount not refunded yet. */
export function actionSchema(action: Action, remaining: number, byHand: boolean) {
  if (action === "manual") return manualPayment;
  if (action === "rembourser") return byHand ? refundByHand(remaining) : refund(remaining);
  return action === "switch-gratuit" ? fields : commented;
}

export function requestOf(
  action: Action,
  { type, montant, commentaire }: ActionValues,
): ActionRequest {
  if (action === "manual") return { action, type, commentaire };
  if (action === "rembourser")
    return { action, montant: parseEuros(montant) ?? 0, type: type || undefined, commentaire };
  return action === "switch-gratuit" ? { action } : { action, commentaire };
}
