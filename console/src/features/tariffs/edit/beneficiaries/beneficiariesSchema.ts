import * as v from "valibot";

/** The two checkboxes, exactly one of which must be ticked. */
export const CHOICES = { add: "Ajouter", replace: "Tout remplacer" } as const;
export type Choice = keyof typeof CHOICES;

/** Splits the text into e-mails, at line breaks and at the separators that a spreadsheet puts between them. */
export const splitEmails = (text: string) =>
  text
    .split(/[\n\r\t,; ]+/)
    .map((email) => email.trim())
    .filter((email) => email !== "");

export const beneficiariesSchema = v.object({
  emails: v.pipe(
    v.string(),
    v.check((text) => splitEmails(text).length > 0, "Veuillez renseigner au moins un email"),
  ),
  choice: v.pipe(
    v.picklist(["", "add", "replace"]),
    v.picklist(["add", "replace"], "Veuillez cocher l'une des deux cases"),
  ),
});

export type BeneficiariesValues = v.InferInput<typeof beneficiariesSchema>;
export type ValidBeneficiaries = v.InferOutput<typeof beneficiariesSchema>;

export const noBeneficiaries: BeneficiariesValues = { emails: "", choice: "" };
