import { Anchor } from "@mantine/core";
import { useState } from "react";
import * as v from "valibot";
import type { ApiError } from "@/api/errors";
import { key } from "@/format/pasted";
import { useServerForm } from "@/kit/records/useServerForm";
import { hasPasskeys } from "@/session/hasPasskeys";
import type { Means } from "@/session/secondFactor";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { FactorForm } from "./FactorForm";
import classes from "./factors.module.css";
import { PasskeyButton } from "./PasskeyButton";

const schema = v.object({
  code: v.pipe(v.string(), v.transform(key), v.nonEmpty("Veuillez saisir un code.")),
});

const WORDS = {
  totp: {
    label: "Code de votre application",
    hint: "Les six chiffres que votre application affiche en ce moment.",
    other: "Utiliser votre application",
  },
  passkey: { other: "Utiliser votre clé d'accès" },
  secours: {
    label: "Code de secours",
    hint: "L'un de ceux que vous avez conservés. Chacun sert une fois.",
    other: "Utiliser un code de secours",
  },
} as const;

type CodeMeans = Exclude<Means, "passkey">;

type ProofFormProps = {
  means: readonly Means[];
  submit: string;
  onCode: (proof: { moyen: CodeMeans; code: string }) => Promise<void>;
  /** Asks the browser for a passkey. */
  onPasskey: () => Promise<void>;
  /** Shows a refusal in a way of its own; false where it leaves it to the form. */
  showRefusal: (refusal: ApiError) => boolean;
};

/** Asks for the second factor: a code of the application, a passkey or a recovery code. */
export function ProofForm({ means, onPasskey, ...form }: ProofFormProps) {
  const usable = means.filter((one) => one !== "passkey" || hasPasskeys());
  const [chosen, setChosen] = useState(usable[0]);
  if (!chosen) return <FormError message="Utilisez l'appareil qui a votre clé d'accès." />;
  return (
    <>
      {chosen === "passkey" ? (
        <PasskeyButton showRefusal={form.showRefusal} onPress={onPasskey} />
      ) : (
        <CodeForm key={chosen} moyen={chosen} {...form} />
      )}
      {usable
        .filter((other) => other !== chosen)
        .map((other) => (
          <Anchor key={other} component="button" type="button" onClick={() => setChosen(other)}>
            {WORDS[other].other}
          </Anchor>
        ))}
    </>
  );
}

type CodeFormProps = Omit<ProofFormProps, "means" | "onPasskey"> & { moyen: CodeMeans };

function CodeForm({ moyen, submit, onCode, showRefusal }: CodeFormProps) {
  const { label, hint } = WORDS[moyen];
  const {
    form: { control, formState },
    submit: send,
  } = useServerForm({
    schema,
    values: { code: "" },
    write: ({ code }) => onCode({ moyen, code }),
    showRefusal,
  });
  return (
    <FactorForm onSubmit={send} state={formState} submit={submit}>
      <TextField
        control={control}
        name="code"
        className={classes.code}
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        inputMode={moyen === "totp" ? "numeric" : undefined}
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        data-autofocus
      />
    </FactorForm>
  );
}
