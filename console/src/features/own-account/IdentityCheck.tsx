import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import * as v from "valibot";
import { proveIdentity } from "@/data/writes/ownFactors";
import { useServerForm } from "@/kit/records/useServerForm";
import { FormError } from "@/ui/FormError";
import { PasswordField, TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import classes from "./ownAccount.module.css";

const schema = v.object({
  proof: v.pipe(v.string(), v.nonEmpty("Veuillez remplir ce champ.")),
});

type IdentityCheckProps = {
  sentence: string;
  /** A code of an application may be given instead of the password. */
  byCode: boolean;
  onConfirmed: (token: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks the password again, or a code. */
export function IdentityCheck({ sentence, byCode, onConfirmed, onCancel }: IdentityCheckProps) {
  const [code, setCode] = useState(false);
  return (
    <div className={classes.form}>
      <p className={classes.text}>{sentence}</p>
      <CheckForm key={String(code)} code={code} onConfirmed={onConfirmed} onCancel={onCancel} />
      {byCode && (
        <Anchor component="button" type="button" onClick={() => setCode(!code)}>
          {code ? "Utiliser votre mot de passe" : "Utiliser un code de votre application"}
        </Anchor>
      )}
    </div>
  );
}

type CheckFormProps = { code: boolean } & Pick<IdentityCheckProps, "onConfirmed" | "onCancel">;

function CheckForm({ code, onConfirmed, onCancel }: CheckFormProps) {
  const {
    form: { control, formState },
    submit,
  } = useServerForm({
    schema,
    values: { proof: "" },
    fields: { motDePasse: "proof", code: "proof" },
    write: async ({ proof }) => {
      const given = code ? ({ moyen: "totp", code: proof } as const) : { motDePasse: proof };
      await onConfirmed(await proveIdentity(given));
    },
  });
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      {code ? (
        <TextField
          control={control}
          name="proof"
          label="Code de votre application"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          data-autofocus
          autoFocus
        />
      ) : (
        <PasswordField
          control={control}
          name="proof"
          label="Mot de passe"
          required
          data-autofocus
          autoFocus
        />
      )}
      <FormError message={formState.errors.root?.message} />
      <div className={classes.end}>
        <Button variant="default" disabled={formState.isSubmitting} onClick={onCancel}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Confirmer</SubmitButton>
      </div>
    </form>
  );
}
