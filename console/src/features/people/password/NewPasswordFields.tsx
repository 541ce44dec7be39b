import type { Control } from "react-hook-form";
import * as v from "valibot";
import { PasswordField } from "@/ui/form/fields";

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

/** Counts characters as the server does, however they were composed. */
const lengthOf = (password: string) => [...password.normalize("NFKC")].length;

/** The rules of a new password that is typed twice; the server refuses what is easy to guess. */
export const newPasswordSchema = v.pipe(
  v.object({
    password: v.pipe(
      v.string(),
      v.nonEmpty("Veuillez choisir un mot de passe."),
      v.check(
        (typed) => lengthOf(typed) >= MIN_LENGTH,
        `Le mot de passe doit contenir au moins ${MIN_LENGTH} caractères.`,
      ),
      v.check(
        (typed) => lengthOf(typed) <= MAX_LENGTH,
        `Le mot de passe ne peut dépasser ${MAX_LENGTH} caractères.`,
      ),
    ),
    again: v.pipe(v.string(), v.nonEmpty("Veuillez saisir le mot de passe une seconde fois.")),
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["again"]],
      ({ password, again }) => password === again,
      "Les deux mots de passe sont différents.",
    ),
    ["again"],
  ),
);

export type NewPassword = v.InferOutput<typeof newPasswordSchema>;

/** The form of a new password: what it starts with, and where the API names its field. */
export const NEW_PASSWORD = {
  schema: newPasswordSchema,
  values: { password: "", again: "" },
  fields: { motDePasse: "password" },
} as const;

/** The fields of a new password. */
export function NewPasswordFields({
  control,
}: {
  control: Control<NewPassword, unknown, NewPassword>;
}) {
  return (
    <>
      <PasswordField
        control={control}
        name="password"
        label="Nouveau mot de passe"
        hint="Au moins 12 caractères, par exemple quelques mots sans rapport entre eux."
        autoComplete="new-password"
        required
        autoFocus
        data-autofocus
      />
      <PasswordField
        control={control}
        name="again"
        label="Confirmation du mot de passe"
        autoComplete="new-password"
        required
      />
    </>
  );
}
