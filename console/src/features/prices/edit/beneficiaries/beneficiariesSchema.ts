import * as v from "valibot";
import { readEmails } from "./emails";

/** The two checkboxes, exactly one of which must be ticked. */
export const CHOICES = { add: "Ajouter", replace: "Tout remplacer" } as const;
export type Choice = keyof typeof CHOICES;

export const beneficiariesSchema = v.object({
  emails: v.pipe(
    v.string(),
    v.check((text) => text.trim() !== "", "Veuillez renseigner au moins un email"),
    v.check(
      (text) => readEmails(text).invalid.length === 0,
      "Au moins un des emails saisis n'est pas valide",
    ),
  ),
  choice: v.pipe(
    v.picklist(["", "add", "replace"]),
    v.picklist(["add", "replace"], "Veuillez cocher l'une des deux cases"),
  ),
});

export type BeneficiariesValues = v.InferInput<typeof beneficiariesSchema>;
export type ValidBeneficiaries = v.InferOutput<typeof beneficiariesSchema>;

export const noBeneficiaries: BeneficiariesValues = { emails: "", choice: "" };
