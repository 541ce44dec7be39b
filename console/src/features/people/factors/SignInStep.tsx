import { Anchor, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ApiError } from "@/api/errors";
import { hasPasskeys } from "@/session/hasPasskeys";
import { answerStep } from "@/session/passkey";
import { type NewFactor, proveSecondFactor } from "@/session/secondFactor";
import type { Tokens } from "@/session/session";
import type { SignInStep as Step } from "@/session/signIn";
import { passExpiry } from "./FactorForm";
import { NewApplication } from "./NewApplication";
import { NewPasskey } from "./NewPasskey";
import { ProofForm } from "./ProofForm";
import { RecoveryCodes } from "./RecoveryCodes";

export type SignInStepProps = {
  step: Step;
  onEnter: (tokens: Tokens) => void;
  /** The step has expired: the password is asked again. */
  onExpired: (sentence: string) => void;
};

/** What a sign-in awaits after the password: the second factor, or a first one to add. */
export function SignInStep({ step, onEnter, onExpired }: SignInStepProps) {
  const [codes, setCodes] = useState<{ codes: readonly string[]; session: Tokens }>();
  const [passkey, setPasskey] = useState(false);
  const keep = ({ codesSecours, session }: NewFactor) => {
    if (session) setCodes({ codes: codesSecours, session });
  };
  const expired = ({ message }: ApiError) => onExpired(message);
  if (codes) return <RecoveryCodes codes={codes.codes} onKept={() => onEnter(codes.session)} />;
  if (step.etape === "enrolement") {
    return (
      <Stack>
        <Text ref={focus} tabIndex={-1} c="dimmed">
          Votre compte doit être protégé par un second moyen. Ajoutez-le pour continuer.
        </Text>
        {passkey ? (
          <NewPasskey token={step.jetonEtape} onExpired={expired} onAdded={keep} />
        ) : (
          <NewApplication token={step.jetonEtape} onExpired={expired} onAdded={keep} />
        )}
        {step.moyens.includes("passkey") && hasPasskeys() && (
          <Anchor component="button" type="button" onClick={() => setPasskey(!passkey)}>
            {passkey ? "Ajouter plutôt une application" : "Ajouter plutôt une clé d'accès"}
          </Anchor>
        )}
      </Stack>
    );
  }
  return (
    <Stack>
      <ProofForm
        means={step.moyens}
        submit="Connexion"
        onCode={async (proof) => onEnter(await proveSecondFactor(step.jetonEtape, proof))}
        onPasskey={async () => {
          const reponse = await answerStep(step.jetonEtape);
          onEnter(await proveSecondFactor(step.jetonEtape, { moyen: "passkey", reponse }));
        }}
        showRefusal={passExpiry(expired)}
      />
    </Stack>
  );
}

const focus = (text: HTMLElement | null) => text?.focus();
