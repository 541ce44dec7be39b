import { valibotResolver } from "@hookform/resolvers/valibot";
import { Anchor } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { signInRefusal } from "@/api/errors";
import { hasPasskeys } from "@/session/hasPasskeys";
import { takeNextPage } from "@/session/nextPage";
import { leaveForProvider } from "@/session/providerSignIn";
import { reloadAt } from "@/session/reload";
import { hasSessionExpired } from "@/session/session";
import { enter, signIn } from "@/session/signIn";
import { BusyButton } from "@/ui/form/BusyButton";
import { PasswordField, TextField } from "@/ui/form/fields";
import { ProviderButtons } from "../identities/ProviderButtons";
import { type Awaited, AwaitedStep, withForm } from "./form/AwaitedStep";
import { loginSchema } from "./form/schema";
import { WelcomeForm, WelcomeNotice, WelcomeSubmit } from "./form/WelcomeForm";

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
  const { control, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: valibotResolver(loginSchema),
    defaultValues: { username: "", password: "" },
  });

  const [awaited, setAwaited] = useState<Awaited>();
  const [asking, setAsking] = useState(false);

  const finish = (allowed: boolean) => {
    if (allowed) return openConsole();
    setAwaited(undefined);
    setError("root", { message: "Identifiants incorrects" });
  };

  const submit = handleSubmit(async (credentials) => {
    try {
      const outcome = await signIn(credentials);
      if (typeof outcome === "boolean") return await finish(outcome);
      setAwaited(await withForm(outcome));
    } catch (error) {
      setError("root", { message: signInRefusal(error) });
    }
  });

  const enterByPasskey = async () => {
    const { signInWithPasskey, passkeyFailure } = await import("@/session/passkey");
    setAsking(true);
    try {
      return await finish(enter(await signInWithPasskey()));
    } catch (error) {
      setError("root", { message: passkeyFailure(error) });
    } finally {
      setAsking(false);
    }
  };

  if (awaited) {
    return (
      <AwaitedStep
        awaited={awaited}
        onEnter={(tokens) => {
          void finish(enter(tokens));
        }}
        onExpired={(message) => {
          setAwaited(undefined);
          setError("root", { message });
        }}
        back={
          <Anchor component="button" type="button" onClick={() => setAwaited(undefined)}>
            Retour connexion
          </Anchor>
        }
      />
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
      {hasPasskeys() && (
        <BusyButton
          variant="default"
          fullWidth
          busy={asking}
          disabled={formState.isSubmitting}
          onClick={enterByPasskey}
        >
          Se connecter avec une clé d'accès
        </BusyButton>
      )}
      <Anchor component={Link} to="/oubli-mdp">
        Mot de passe oublié ?
      </Anchor>
      <ProviderButtons
        label={(provider) => `Se connecter avec ${provider}`}
        onChoose={(id) => {
          clearErrors("root");
          return leaveForProvider(id);
        }}
        refusal={formState.errors.root?.message}
      />
    </WelcomeForm>
  );
}

/** Reloads the console, at its home page; the form stays busy until then. */
function openConsole(): Promise<never> {
  takeNextPage();
  reloadAt("/");
  return new Promise(() => undefined);
}
