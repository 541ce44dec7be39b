import * as v from "valibot";

const MIN_LENGTH = 12;
const MAX_LENGTH = 128;

const filled = (message: string) => v.pipe(v.string(), v.nonEmpty(message));
const trimmed = (message: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(message));

export const loginSchema = v.object({
  username: trimmed("Veuillez renseigner votre email."),
  password: filled("Veuillez renseigner votre mot de passe."),
});

export const forgottenSchema = v.object({
  mail: v.pipe(
    trimmed("Veuillez renseigner votre email."),
    v.email("Le format de l'email n'est pas correct."),
  ),
});

export const newPasswordSchema = v.pipe(
  v.object({
    password: v.pipe(
      filled("Veuillez choisir un mot de passe."),
      v.minLength(MIN_LENGTH, `Le mot de passe doit contenir au moins ${MIN_LENGTH} caractères.`),
      v.maxLength(MAX_LENGTH, `Le mot de passe ne peut dépasser ${MAX_LENGTH} caractères.`),
    ),
    again: filled("Veuillez saisir le mot de passe une seconde fois."),
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
