import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import type { ApiError } from "@/api/errors";
import { ownFactorsQuery } from "@/data/ownFactors";
import { proveIdentity } from "@/data/writes/ownAccount";
import { PasskeyButton } from "@/kit/factors/PasskeyButton";
import { FormActions } from "@/kit/records/FormActions";
import { hasPasskeys } from "@/session/hasPasskeys";
import { answerOwn } from "@/session/passkey";
import { PasswordField, TextField } from "@/ui/fields";
import { DialogForm } from "./DialogForm";
import classes from "./ownAccount.module.css";

type Way = "password" | "totp" | "passkey";

const CHOOSE: Record<Way, string> = {
  password: "Utiliser votre mot de passe",
  totp: "Utiliser un code de votre application",
  passkey: "Utiliser votre clé d'accès",
};

type IdentityCheckProps = {
  sentence: string;
  /** Receives the token of the step in which one change can be made. */
  onConfirmed: (token: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks again who the caller is: their password, a code or a passkey. */
export function IdentityCheck({ sentence, ...check }: IdentityCheckProps) {
  const [way, setWay] = useState<Way>("password");
  const { data } = useQuery(ownFactorsQuery());
  const others = waysWith(data?.facteurs ?? []).filter((one) => one !== way);
  return (
    <div className={classes.form}>
      <p className={classes.text}>{sentence}</p>
      {way === "passkey" ? (
        <PasskeyCheck {...check} />
      ) : (
        <TypedCheck key={way} way={way} {...check} />
      )}
      {others.map((other) => (
        <Anchor key={other} component="button" type="button" onClick={() => setWay(other)}>
          {CHOOSE[other]}
        </Anchor>
      ))}
    </div>
  );
}

const waysWith = (factors: readonly { moyen: Way }[]): Way[] => [
  "password",
  ...(["totp", "passkey"] as const).filter(
    (way) => factors.some(({ moyen }) => moyen === way) && (way !== "passkey" || hasPasskeys()),
  ),
];

type CheckProps = Omit<IdentityCheckProps, "sentence">;

function PasskeyCheck({ onConfirmed, onCancel }: CheckProps) {
  return (
    <div className={classes.form}>
      <PasskeyButton
        onPress={async () =>
          onConfirmed(await proveIdentity({ moyen: "passkey", ...(await answerOwn()) }))
        }
        showRefusal={() => false}
      />
      <FormActions onCancel={onCancel} />
    </div>
  );
}

const schema = v.object({
  proof: v.pipe(v.string(), v.nonEmpty("Veuillez remplir ce champ.")),
});

function TypedCheck({ way, onConfirmed, onCancel }: CheckProps & { way: "password" | "totp" }) {
  const Field = way === "password" ? PasswordField : TextField;
  return (
    <DialogForm
      schema={schema}
      values={{ proof: "" }}
      fields={{ motDePasse: "proof", code: "proof" }}
      write={async ({ proof }) =>
        onConfirmed(
          await proveIdentity(
            way === "password" ? { motDePasse: proof } : { moyen: "totp", code: proof },
          ),
        )
      }
      submit="Confirmer"
      onCancel={onCancel}
    >
      {({ control }) => (
        <Field
          control={control}
          name="proof"
          {...(way === "password"
            ? { label: "Mot de passe" }
            : {
                label: "Code de votre application",
                autoComplete: "one-time-code",
                inputMode: "numeric",
              })}
          required
          data-autofocus
          autoFocus
        />
      )}
    </DialogForm>
  );
}

type AfterIdentityCheckProps = {
  /** Says what will happen. */
  sentence: string;
  onCancel: () => void;
  /** The form of the change; the identity is asked again once its step has expired. */
  children: (step: { token: string; onExpired: (refusal: ApiError) => void }) => ReactNode;
};

/** Asks who the caller is, then shows the form of a change. */
export function AfterIdentityCheck({ sentence, onCancel, children }: AfterIdentityCheckProps) {
  const [token, setToken] = useState<string>();
  const [expired, setExpired] = useState<string>();
  if (token) {
    return children({
      token,
      onExpired: ({ message }) => {
        setToken(undefined);
        setExpired(message);
      },
    });
  }
  return (
    <IdentityCheck
      sentence={expired ?? sentence}
      onConfirmed={async (confirmed) => setToken(confirmed)}
      onCancel={onCancel}
    />
  );
}
