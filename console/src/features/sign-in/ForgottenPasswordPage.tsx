import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useServerForm } from "@/kit/records/useServerForm";
import { askForPasswordLink } from "@/session/signIn";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import { forgottenSchema } from "./schema";
import { WelcomeForm, WelcomeNotice } from "./WelcomeForm";

export function ForgottenPasswordPage() {
  const { form, submit } = useServerForm({
    schema: forgottenSchema,
    values: { mail: "" },
    write: ({ mail }) => askForPasswordLink(mail),
  });
  const { control, formState } = form;

  return (
    <WelcomeForm
      title="Mot de passe oublié"
      hint="Indiquez l'adresse de votre compte : vous recevrez un lien pour choisir un nouveau mot de passe."
      onSubmit={submit}
    >
      {formState.isSubmitSuccessful && (
        <WelcomeNotice kind="success">Un email de réinitialisation a été envoyé.</WelcomeNotice>
      )}
      <TextField
        control={control}
        name="mail"
        label="Email"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <FormError message={formState.errors.root?.message} />
      <SubmitButton busy={formState.isSubmitting} fullWidth>
        Envoi
      </SubmitButton>
      <Anchor component={Link} to="/connexion">
        Retour connexion
      </Anchor>
    </WelcomeForm>
  );
}
