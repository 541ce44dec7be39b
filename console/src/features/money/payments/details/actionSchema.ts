import * as v from "valibot";
import type { Action } from "@/entities/payment/types";
import { bounded } from "@/format/bounded";
import type { ActionRequest } from "./api";

/** The means of payment, in the words of the wire. */
export const MEANS = ["Espèces", "Chèque", "Virement", "Carte bancaire"] as const;

const SENTENCES = {
  both: "Le mode de paiement et le commentaire sont obligatoires.",
  means: "Le mode de paiement est obligatoire.",
  comment: "Le commentaire est obligatoire.",
} as const;

/** The actions but those that give money back, which have a form of their own. */
export type SimpleAction = Exclude<Action, "rembourser" | "demander-remboursement">;

type Uncommented = "switch-gratuit" | "retirer-remboursement";

/** Whether the action takes a confirmation alone. */
export const isUncommented = (action: SimpleAction): action is Uncommented =>
  action === "switch-gratuit" || action === "retirer-remboursement";

export type ActionValues = { type: string; commentaire: string };

const fields = v.object({ type: v.string(), commentaire: bounded });

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

/** Returns the rules of an action. */
export function actionSchema(action: SimpleAction) {
  if (action === "manual") return manualPayment;
  return isUncommented(action) ? fields : commented;
}

export function requestOf(
  action: SimpleAction,
  { type, commentaire }: ActionValues,
): ActionRequest {
  if (action === "manual") return { action, type, commentaire };
  return isUncommented(action) ? { action } : { action, commentaire };
}
