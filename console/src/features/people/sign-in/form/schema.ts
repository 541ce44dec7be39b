import * as v from "valibot";

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
