import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { endSession } from "@/session/session";
import { confirmEmail } from "@/session/signIn";
import { BackToLogin, WelcomeForm, WelcomeNotice, WelcomeSubmit } from "./form/WelcomeForm";
import { INCOMPLETE_LINK, useLinkToken } from "./linkToken";

const DEAD = [409, 410];

/**
 * The page of the link sent to a new e-mail address: one button confirms it and leads to the sign-in page.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const { handleSubmit, setError, formState } = useForm();
  const [deadLink, setDeadLink] = useState(token ? undefined : INCOMPLETE_LINK);

  const submit = handleSubmit(async () => {
    try {
      await confirmEmail(token);
      // The server has ended every session of the account, including one open in this browser.
      endSession({ expired: false });
      await navigate({ to: "/connexion", state: { emailConfirmed: true }, replace: true });
    } catch (error) {
      const { status, message } = asApiError(error);
      if (DEAD.includes(status ?? 0)) setDeadLink(message);
      else setError("root", { message });
    }
  });

  return (
    <WelcomeForm
      title="Nouvelle adresse e-mail"
      hint={deadLink ? undefined : "Elle remplacera l'adresse actuelle de votre compte Consigne."}
      onSubmit={submit}
    >
      {deadLink ? (
        <WelcomeNotice kind="warning" takesFocus={token !== ""}>
          {deadLink}
        </WelcomeNotice>
      ) : (
        <WelcomeSubmit busy={formState.isSubmitting} failure={formState.errors.root?.message}>
          Confirmer cette adresse
        </WelcomeSubmit>
      )}
      <BackToLogin />
    </WelcomeForm>
  );
}
