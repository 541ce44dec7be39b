import { useState } from "react";
import type { ApiError } from "@/api/errors";
import { proveSecondFactor } from "@/session/secondFactor";
import type { Tokens } from "@/session/session";
import type { SignInStep as Step } from "@/session/signIn";
import classes from "./factors.module.css";
import { NewApplication } from "./NewApplication";
import { ProofForm } from "./ProofForm";
import { RecoveryCodes } from "./RecoveryCodes";

type SignInStepProps = {
  step: Step;
  onEnter: (tokens: Tokens) => void;
  /** The step has expired: the password is asked again. */
  onExpired: (sentence: string) => void;
};

const GONE = 410;

/** What a sign-in awaits after the password: the second factor, or a first one to add. */
export function SignInStep({ step, onEnter, onExpired }: SignInStepProps) {
  const [codes, setCodes] = useState<{ codes: readonly string[]; session: Tokens }>();
  const expired = ({ message }: ApiError) => onExpired(message);
  if (codes) return <RecoveryCodes codes={codes.codes} onKept={() => onEnter(codes.session)} />;
  if (step.etape === "enrolement") {
    return (
      <div className={classes.form}>
        <p ref={focus} tabIndex={-1} className={classes.hint}>
          Votre compte doit être protégé par un second moyen, en plus du mot de passe. Ajoutez-le
          pour continuer.
        </p>
        <NewApplication
          token={step.jetonEtape}
          onExpired={expired}
          onAdded={({ codesSecours, session }) => {
            if (session) setCodes({ codes: codesSecours, session });
          }}
        />
      </div>
    );
  }
  return (
    <div className={classes.form}>
      <ProofForm
        means={step.moyens}
        submit="Connexion"
        onProof={async (proof) => onEnter(await proveSecondFactor(step.jetonEtape, proof))}
        showRefusal={(refusal) => {
          const gone = refusal.status === GONE;
          if (gone) expired(refusal);
          return gone;
        }}
      />
    </div>
  );
}

const focus = (text: HTMLElement | null) => text?.focus();
