import { Button, Modal, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { signInRefusal } from "@/api/errors";
import { SignInStep as StepForm } from "@/features/people/factors/SignInStep";
import { ProviderButtons } from "@/features/people/identities/ProviderButtons";
import { signInAside } from "@/session/providerSignIn";
import { reloadAt, reloadPage } from "@/session/reload";
import { endSession } from "@/session/session";
import { enter, type SignInStep, signIn } from "@/session/signIn";
import { checkSession, type SessionState } from "@/session/state";
import { FormError } from "@/ui/form/FormError";
import { PasswordField, TextField } from "@/ui/form/fields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import classes from "./SessionModal.module.css";

const FOCUS_AFTER = 300;

type SessionModalProps = {
  state: Exclude<SessionState, { kind: "open" }>;
  /** The account that the page belongs to. */
  email: string;
};

export function SessionModal({ state, email }: SessionModalProps) {
  const other = state.kind === "other";
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={other ? "Changement de compte" : "Session expirée"}
      size="sm"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex="var(--layer-session)"
      padding="lg"
      classNames={{ overlay: other ? classes.opaque : undefined }}
    >
      {other ? <OtherAccount email={email} other={state.email} /> : <SignInAgain email={email} />}
    </Modal>
  );
}

function OtherAccount({ email, other }: { email: string; other: string }) {
  return (
    <Stack>
      <p>
        {other || "Un autre compte"} est maintenant connecté dans ce navigateur. Cette page était
        celle de {email}
        {"\u00a0"}: elle n'est plus affichée, et rien n'y sera enregistré.
      </p>
      <Button
        fullWidth
        h="auto"
        py="xs"
        classNames={{ label: classes.label }}
        data-autofocus
        onClick={() => reloadAt("/")}
      >
        {other ? `Continuer en tant que ${other}` : "Continuer"}
      </Button>
    </Stack>
  );
}

const BLOCKED =
  "Votre navigateur n'a pas ouvert d'onglet. Autorisez-le pour ce site, puis réessayez.";

/** What was typed in this tab is kept: the dialog closes once the other one has signed in. */
const chooseAside = async (id: string) => ((await signInAside(id)) ? undefined : BLOCKED);

function SignInAgain({ email }: { email: string }) {
  const { control, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { username: email, password: "" },
  });

  // The dialog may appear over another one, which has just taken the focus.
  useEffect(() => {
    const timer = window.setTimeout(() => setFocus("password"), FOCUS_AFTER);
    return () => window.clearTimeout(timer);
  }, [setFocus]);

  const [step, setStep] = useState<SignInStep>();

  const finish = (allowed: boolean) => {
    if (allowed) return checkSession();
    setStep(undefined);
    setError("root", { message: "Identifiants incorrects" });
  };

  const submit = handleSubmit(async (credentials) => {
    if (!credentials.password)
      return setError("password", { message: "Veuillez renseigner votre mot de passe." });
    try {
      const outcome = await signIn(credentials);
      if (typeof outcome === "boolean") finish(outcome);
      else setStep(outcome);
    } catch (error) {
      setError("root", { message: signInRefusal(error) });
    }
  });

  // Where something typed would be lost, the browser asks; whoever refuses may still sign in here.
  const signOut = () => {
    endSession({ expired: true });
    reloadPage();
  };

  if (step) {
    return (
      <Stack>
        <StepForm
          step={step}
          onEnter={(tokens) => finish(enter(tokens))}
          onExpired={(message) => {
            setStep(undefined);
            setError("root", { message });
          }}
        />
        <Button variant="default" fullWidth onClick={signOut}>
          Déconnexion
        </Button>
      </Stack>
    );
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        // A dialog inside a form of the page would submit that form as well.
        event.stopPropagation();
        void submit(event);
      }}
    >
      <Stack>
        <p>Session expirée, veuillez vous reconnecter. Votre saisie est conservée.</p>
        <TextField
          control={control}
          name="username"
          label="Email"
          type="email"
          autoComplete="username"
          readOnly
        />
        <PasswordField
          control={control}
          name="password"
          label="Mot de passe"
          required
          data-autofocus
        />
        <FormError message={formState.errors.root?.message} />
        <SubmitButton busy={formState.isSubmitting} fullWidth>
          Connexion
        </SubmitButton>
        <ProviderButtons
          label={(provider) => `Se connecter avec ${provider}, dans un autre onglet`}
          onChoose={chooseAside}
          refusal={formState.errors.root?.message}
        />
        <Button variant="default" fullWidth disabled={formState.isSubmitting} onClick={signOut}>
          Déconnexion
        </Button>
      </Stack>
    </form>
  );
}
