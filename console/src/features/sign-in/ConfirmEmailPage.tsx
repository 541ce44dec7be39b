import { Anchor } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { endSession } from "@/session/session";
import { confirmEmail } from "@/session/signIn";
import { FormError } from "@/ui/FormError";
import { SubmitButton } from "@/ui/SubmitButton";
import { useLinkToken } from "./linkToken";
import { WelcomeForm, WelcomeNotice } from "./WelcomeForm";

const DEAD = [409, 410];

/**
 * The page of the link sent to a new e-mail address: one button confirms it and leads to the sign-in page.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const { handleSubmit, setError, formState } = useForm();
  const [deadLink, setDeadLink] = useState(
    token
      ? undefined
      : "Ce lien est incomplet. Ouvrez de nouveau celui que vous avez reçu par email.",
  );

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
        <>
          <FormError message={formState.errors.root?.message} />
          <SubmitButton busy={formState.isSubmitting} fullWidth>
            Confirmer cette adresse
          </SubmitButton>
        </>
      )}
      <Anchor component={Link} to="/connexion">
        Retour connexion
      </Anchor>
    </WelcomeForm>
  );
}
