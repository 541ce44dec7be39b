import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { signInRefusal } from "@/api/errors";
import { takeNextPage } from "@/session/nextPage";
import { finishAtProvider, isAside } from "@/session/providerSignIn";
import { reloadAt } from "@/session/reload";
import type { Tokens } from "@/session/session";
import { enter } from "@/session/signIn";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { type Awaited, AwaitedStep, withForm } from "./form/AwaitedStep";
import { BackToLogin, WelcomeEnd, WelcomeNotice } from "./form/WelcomeForm";

const DENIED =
  "La connexion n'a pas abouti\u00a0: vous y avez renoncé, ou votre compte n'y est pas autorisé.";
const NOT_STAFF = "Ce compte ne peut pas utiliser la console.";
const NOTHING = "Cette page ne s'ouvre qu'au retour d'une connexion.";

type State = { refusal: string } | { awaited: Awaited } | { entered: true } | undefined;

/** Where a provider sends the browser back: goes on with the sign-in, and says why it cannot. */
export function ReturnPage() {
  const [state, setState] = useState<State>();
  const arrived = useArrival();

  const finish = (allowed: boolean) => {
    if (!allowed) return setState({ refusal: NOT_STAFF });
    if (!isAside()) return reloadAt(takeNextPage());
    setState({ entered: true });
    window.close();
  };
  const refuse = (refusal: string) => setState({ refusal });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what arrived
  useEffect(() => {
    let current = true;
    const goOn = async () => {
      if (!arrived.state) return refuse(NOTHING);
      try {
        const outcome = await finishAtProvider(arrived);
        const next = typeof outcome === "boolean" ? outcome : await withForm(outcome);
        if (!current) return;
        if (typeof next === "boolean") finish(next);
        else setState({ awaited: next });
      } catch (error) {
        if (current) refuse(arrived.error === "access_denied" ? DENIED : signInRefusal(error));
      }
    };
    void goOn();
    return () => {
      current = false;
    };
  }, []);

  if (!state) {
    return (
      <WelcomeEnd title="Connexion">
        <p role="status">Connexion en cours…</p>
        <CardSkeleton lines={2} />
      </WelcomeEnd>
    );
  }
  if ("awaited" in state) {
    const onEnter = (tokens: Tokens) => finish(enter(tokens));
    return (
      <AwaitedStep awaited={state.awaited} onEnter={onEnter} onExpired={refuse} back={<Back />} />
    );
  }
  if ("entered" in state) {
    return (
      <WelcomeEnd title="Connexion">
        <WelcomeNotice kind="success" takesFocus>
          Vous êtes connecté. Revenez à l'onglet où vous étiez&nbsp;: votre saisie vous y attend.
        </WelcomeNotice>
        <Back />
      </WelcomeEnd>
    );
  }
  return (
    <WelcomeEnd title="Connexion">
      <WelcomeNotice kind="warning" takesFocus>
        {state.refusal}
      </WelcomeNotice>
      <Back />
    </WelcomeEnd>
  );
}

/** Returns what the address held, and removes it from there at once: a URL stays in the history. */
function useArrival() {
  const { code, state, iss, error } = useSearch({ from: "/accueil-deconnecte/connexion/retour" });
  const [arrived] = useState({ code, state, iss, error });
  const navigate = useNavigate();
  useEffect(() => {
    void navigate({ to: ".", search: {}, replace: true });
  }, [navigate]);
  return arrived;
}

/** Leads to the login page; a tab that was opened only to sign in is closed instead. */
function Back() {
  if (!isAside()) return <BackToLogin label="Revenir à la connexion" />;
  return (
    <Button variant="default" fullWidth onClick={() => window.close()}>
      Fermer cet onglet
    </Button>
  );
}
