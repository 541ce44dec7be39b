import { signInRefusal } from "@/api/errors";
import { useServerForm } from "@/kit/records/useServerForm";
import { askForPasswordLink } from "@/session/signIn";
import { TextField } from "@/ui/form/fields";
import { forgottenSchema } from "./form/schema";
import { BackToLogin, WelcomeForm, WelcomeNotice, WelcomeSubmit } from "./form/WelcomeForm";

export function ForgottenPasswordPage() {
  const { form, submit } = useServerForm({
    schema: forgottenSchema,
    values: { mail: "" },
    write: ({ mail }) => askForPasswordLink(mail),
    showRefusal: (refusal, { setError }, isAtField) => {
      if (!isAtField) setError("root", { message: signInRefusal(refusal) });
      return !isAtField;
    },
  });
  const { control, formState } = form;

  return (
    <WelcomeForm
      title="Mot de passe oublié"
      hint="Indiquez l'adresse de votre compte&nbsp;: vous recevrez un lien pour choisir un nouveau mot de passe."
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
      <WelcomeSubmit busy={formState.isSubmitting} failure={formState.errors.root?.message}>
        Envoi
      </WelcomeSubmit>
      <BackToLogin />
    </WelcomeForm>
  );
}
