import { Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as v from "valibot";
import type { ApiError } from "@/api/errors";
import { QueryState } from "@/kit/lists/QueryState";
import { useServerForm } from "@/kit/records/useServerForm";
import { answerOwn } from "@/session/passkey";
import type { Means } from "@/session/secondFactor";
import { PasswordField } from "@/ui/form/fields";
import { type OwnFactors, ownFactorsQuery, proveIdentity } from "./api";
import { FactorForm } from "./FactorForm";
import { ProofForm } from "./ProofForm";

type IdentityCheckProps = {
  sentence: string;
  /** Receives the token of the step in which one change can be made. */
  onConfirmed: (token: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks again who the caller is: a second factor of who has one, the password of who has none. */
export function IdentityCheck({ sentence, onConfirmed, onCancel }: IdentityCheckProps) {
  const query = useQuery(ownFactorsQuery());
  const confirm = async (proof: Parameters<typeof proveIdentity>[0]) =>
    onConfirmed(await proveIdentity(proof));
  return (
    <Stack>
      <Text>{sentence}</Text>
      <QueryState query={query} rows={2}>
        {(own) =>
          own.facteurs.length > 0 ? (
            <ProofForm
              means={meansOf(own)}
              submit="Confirmer"
              onCode={confirm}
              onPasskey={async () => confirm({ moyen: "passkey", ...(await answerOwn()) })}
              showRefusal={() => false}
            />
          ) : (
            <PasswordForm onPassword={(motDePasse) => confirm({ motDePasse })} />
          )
        }
      </QueryState>
      <Button variant="default" fullWidth onClick={onCancel}>
        Annuler
      </Button>
    </Stack>
  );
}

const meansOf = ({ facteurs, codesSecours }: OwnFactors): Means[] => [
  ...(["totp", "passkey"] as const).filter((one) => facteurs.some(({ moyen }) => moyen === one)),
  ...(codesSecours > 0 ? (["secours"] as const) : []),
];

const schema = v.object({
  motDePasse: v.pipe(v.string(), v.nonEmpty("Veuillez remplir ce champ.")),
});

function PasswordForm({ onPassword }: { onPassword: (password: string) => Promise<void> }) {
  const {
    form: { control, formState },
    submit,
  } = useServerForm({
    schema,
    values: { motDePasse: "" },
    write: ({ motDePasse }) => onPassword(motDePasse),
  });
  return (
    <FactorForm onSubmit={submit} state={formState} submit="Confirmer">
      <PasswordField
        control={control}
        name="motDePasse"
        label="Mot de passe"
        required
        data-autofocus
        autoFocus
      />
    </FactorForm>
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
