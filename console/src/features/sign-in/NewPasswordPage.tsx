import { Anchor } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useServerForm } from "@/kit/records/useServerForm";
import { endSession } from "@/session/session";
import { setPassword } from "@/session/signIn";
import { FormError } from "@/ui/FormError";
import { PasswordField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import { useLinkToken } from "./linkToken";
import { newPasswordSchema } from "./schema";
import { WelcomeForm, WelcomeNotice } from "./WelcomeForm";
import classes from "./WelcomeForm.module.css";

const GONE = 410;

/** The page of the password link: sets a new password, then leads to the sign-in page. */
export function NewPasswordPage() {
  const jeton = useLinkToken();
  return <OneLink key={jeton} jeton={jeton} />;
}

function OneLink({ jeton }: { jeton: string }) {
  const [deadLink, setDeadLink] = useState(
    jeton
      ? undefined
      : "Ce lien est incomplet. Ouvrez de nouveau celui que vous avez reçu par email.",
  );
  if (deadLink) return <DeadLink reason={deadLink} />;
  return <PasswordForm jeton={jeton} onDeadLink={setDeadLink} />;
}

function PasswordForm({
  jeton,
  onDeadLink,
}: {
  jeton: string;
  onDeadLink: (reason: string) => void;
}) {
  const navigate = useNavigate();
  const { form, submit } = useServerForm({
    schema: newPasswordSchema,
    values: { password: "", again: "" },
    fields: { motDePasse: "password" },
    write: async ({ password }) => {
      await setPassword(jeton, password);
      // The server has ended every session of the account, including one open in this browser.
      endSession({ expired: false });
      await navigate({ to: "/connexion", state: { passwordChanged: true }, replace: true });
    },
    showRefusal: ({ status, message }) => {
      const gone = status === GONE;
      if (gone) onDeadLink(message);
      return gone;
    },
  });
  const { control, formState } = form;

  return (
    <WelcomeForm title="Nouveau mot de passe" onSubmit={submit}>
      <PasswordField
        control={control}
        name="password"
        label="Nouveau mot de passe"
        hint="Au moins 12 caractères, par exemple quelques mots sans rapport entre eux."
        autoComplete="new-password"
        required
        autoFocus
      />
      <PasswordField
        control={control}
        name="again"
        label="Confirmation du mot de passe"
        autoComplete="new-password"
        required
      />
      <FormError message={formState.errors.root?.message} />
      <SubmitButton busy={formState.isSubmitting} fullWidth>
        Enregistrer
      </SubmitButton>
      <Anchor component={Link} to="/connexion">
        Retour connexion
      </Anchor>
    </WelcomeForm>
  );
}

function DeadLink({ reason }: { reason: string }) {
  return (
    <>
      <h1 className={classes.title}>Nouveau mot de passe</h1>
      <div className={classes.form}>
        <WelcomeNotice kind="warning">{reason}</WelcomeNotice>
        <Anchor component={Link} to="/oubli-mdp">
          Demander un nouveau lien
        </Anchor>
        <Anchor component={Link} to="/connexion">
          Retour connexion
        </Anchor>
      </div>
    </>
  );
}
