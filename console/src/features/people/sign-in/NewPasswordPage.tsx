import { Anchor } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useServerForm } from "@/kit/records/useServerForm";
import { endSession } from "@/session/session";
import { setPassword } from "@/session/signIn";
import { NEW_PASSWORD, NewPasswordFields } from "../password/NewPasswordFields";
import {
  BackToLogin,
  WelcomeEnd,
  WelcomeForm,
  WelcomeNotice,
  WelcomeSubmit,
} from "./form/WelcomeForm";
import { INCOMPLETE_LINK, useLinkToken } from "./linkToken";

const GONE = 410;

/** The page of the password link: sets a new password, then leads to the sign-in page. */
export function NewPasswordPage() {
  const jeton = useLinkToken();
  return <OneLink key={jeton} jeton={jeton} />;
}

function OneLink({ jeton }: { jeton: string }) {
  const [deadLink, setDeadLink] = useState(jeton ? undefined : INCOMPLETE_LINK);
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
    ...NEW_PASSWORD,
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
      <NewPasswordFields control={control} />
      <WelcomeSubmit busy={formState.isSubmitting} failure={formState.errors.root?.message}>
        Enregistrer
      </WelcomeSubmit>
      <BackToLogin />
    </WelcomeForm>
  );
}

function DeadLink({ reason }: { reason: string }) {
  return (
    <WelcomeEnd title="Nouveau mot de passe">
      <WelcomeNotice kind="warning">{reason}</WelcomeNotice>
      <Anchor component={Link} to="/oubli-mdp">
        Demander un nouveau lien
      </Anchor>
      <BackToLogin />
    </WelcomeEnd>
  );
}
