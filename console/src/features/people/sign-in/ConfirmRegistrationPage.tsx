import { type FormEvent, useState } from "react";
import { asApiError } from "@/api/errors";
import { confirmRegistration } from "@/session/signIn";
import { WelcomeEnd, WelcomeForm, WelcomeNotice, WelcomeSubmit } from "./form/WelcomeForm";
import { INCOMPLETE_LINK, useLinkToken } from "./linkToken";

const GONE = 410;
const TITLE = "Confirmer votre inscription";

/**
 * The page of the registration link. Only a press of the button confirms: a program that opens the links of a
 * mail before its recipient does must not.
 */
export function ConfirmRegistrationPage() {
  const token = useLinkToken();
  const [state, setState] = useState<{ busy?: true; operator?: string; dead?: string }>({});
  const [failure, setFailure] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState({ busy: true });
    setFailure(undefined);
    try {
      setState({ operator: await confirmRegistration(token) });
    } catch (error) {
      const { status, message } = asApiError(error);
      setState(status === GONE ? { dead: message } : {});
      if (status !== GONE) setFailure(message);
    }
  };

  if (state.operator !== undefined)
    return (
      <Outcome kind="success" takesFocus>
        {`Votre inscription chez ${state.operator} est confirmée. Vous pouvez fermer cette page.`}
      </Outcome>
    );
  if (state.dead)
    return (
      <Outcome kind="warning" takesFocus>
        {state.dead}
      </Outcome>
    );
  if (!token) return <Outcome kind="warning">{INCOMPLETE_LINK}</Outcome>;
  return (
    <WelcomeForm
      title={TITLE}
      hint="L'exploitant nommé dans le message verra le nom, le téléphone et l'adresse e-mail de votre compte. La carte bancaire que vous avez confiée à un autre exploitant ne lui sera pas transmise. Si vous n'avez rien demandé, fermez simplement cette page."
      onSubmit={submit}
    >
      <WelcomeSubmit busy={state.busy === true} failure={failure}>
        Confirmer mon inscription
      </WelcomeSubmit>
    </WelcomeForm>
  );
}

type OutcomeProps = { kind: "success" | "warning"; takesFocus?: boolean; children: string };

function Outcome(notice: OutcomeProps) {
  return (
    <WelcomeEnd title={TITLE}>
      <WelcomeNotice {...notice} />
    </WelcomeEnd>
  );
}
