import { valibotResolver } from "@hookform/resolvers/valibot";
import { Anchor } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asApiError } from "@/api/errors";
import { reloadAt } from "@/session/reload";
import { hasSessionExpired } from "@/session/session";
import { enter, type SignInStep, signIn } from "@/session/signIn";
import { PasswordField, TextField } from "@/ui/fields";
import { lazyPart } from "@/ui/lazyPart";
import { loginSchema } from "./schema";
import { WelcomeEnd, WelcomeForm, WelcomeNotice, WelcomeSubmit } from "./WelcomeForm";

const SignInStepPart = lazyPart(async () => (await import("@/kit/factors/SignInStep")).SignInStep);

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Set when a new password has just been chosen. */
    passwordChanged?: boolean;
    /** Set when an e-mail address has just been confirmed. */
    emailConfirmed?: boolean;
  }
}

export function LoginPage() {
  const passwordChanged = useLocation({ select: ({ state }) => state.passwordChanged });
  const emailConfirmed = useLocation({ select: ({ state }) => state.emailConfirmed });
  const { control, handleSubmit, setError, formState } = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { username: "", password: "" },
  });

  const [step, setStep] = useState<SignInStep>();

  const finish = (allowed: boolean) => {
    if (allowed) return openConsole();
    setStep(undefined);
    setError("root", { message: "Identifiants incorrects" });
  };

  const submit = handleSubmit(async (credentials) => {
    try {
      const outcome = await signIn(credentials);
      if (typeof outcome === "boolean") return await finish(outcome);
      setStep(outcome);
    } catch (error) {
      setError("root", { message: asApiError(error).message });
    }
  });

  if (step) {
    return (
      <WelcomeEnd title={step.etape === "enrolement" ? "Double authentification" : "Vérification"}>
        <SignInStepPart
          step={step}
          onEnter={(tokens) => {
            void finish(enter(tokens));
          }}
          onExpired={(message) => {
            setStep(undefined);
            setError("root", { message });
          }}
        />
        <Anchor component="button" type="button" onClick={() => setStep(undefined)}>
          Retour connexion
        </Anchor>
      </WelcomeEnd>
    );
  }

  return (
    <WelcomeForm title="Connexion" onSubmit={submit}>
      {passwordChanged && (
        <WelcomeNotice kind="success">
          Votre nouveau mot de passe est enregistré. Vous pouvez vous connecter.
        </WelcomeNotice>
      )}
      {emailConfirmed && (
        <WelcomeNotice kind="success">
          Votre nouvelle adresse est confirmée. Vous pouvez vous connecter.
        </WelcomeNotice>
      )}
      {!passwordChanged && !emailConfirmed && hasSessionExpired() && (
        <WelcomeNotice kind="warning">Session expirée, veuillez vous reconnecter.</WelcomeNotice>
      )}
      <TextField
        control={control}
        name="username"
        label="Email"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <PasswordField control={control} name="password" label="Mot de passe" required />
      <WelcomeSubmit busy={formState.isSubmitting} failure={formState.errors.root?.message}>
        Connexion
      </WelcomeSubmit>
      <Anchor component={Link} to="/oubli-mdp">
        Mot de passe oublié ?
      </Anchor>
    </WelcomeForm>
  );
}

/** Reloads the console; the form stays busy until then. */
function openConsole(): Promise<never> {
  reloadAt("/");
  return new Promise(() => undefined);
}
