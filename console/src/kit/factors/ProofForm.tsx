import { Anchor } from "@mantine/core";
import { useState } from "react";
import * as v from "valibot";
import type { ApiError } from "@/api/errors";
import { useServerForm } from "@/kit/records/useServerForm";
import type { Means, Proof } from "@/session/secondFactor";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import classes from "./factors.module.css";

const schema = v.object({
  code: v.pipe(v.string(), v.trim(), v.nonEmpty("Veuillez saisir un code.")),
});

const WORDS = {
  totp: {
    label: "Code de votre application",
    hint: "Les six chiffres que votre application affiche en ce moment.",
    other: "Utiliser votre application",
  },
  secours: {
    label: "Code de secours",
    hint: "L'un de ceux que vous avez conservés. Chacun sert une fois.",
    other: "Utiliser un code de secours",
  },
} as const;

type CodeMeans = keyof typeof WORDS;

const isCode = (means: Means): means is CodeMeans => means !== "passkey";

type ProofFormProps = {
  means: readonly Means[];
  submit: string;
  onProof: (proof: Proof) => Promise<void>;
  /** Shows a refusal in a way of its own; false where it leaves it to the form. */
  showRefusal?: (refusal: ApiError) => boolean;
};

/** Asks for the second factor: a code of the application, or a recovery code. */
export function ProofForm({ means, submit, onProof, showRefusal }: ProofFormProps) {
  const codes = means.filter(isCode);
  const [chosen, setChosen] = useState<CodeMeans | undefined>(codes[0]);
  if (!chosen) return null;
  return (
    <>
      <CodeForm
        key={chosen}
        moyen={chosen}
        submit={submit}
        onProof={onProof}
        showRefusal={showRefusal}
      />
      {codes
        .filter((other) => other !== chosen)
        .map((other) => (
          <Anchor key={other} component="button" type="button" onClick={() => setChosen(other)}>
            {WORDS[other].other}
          </Anchor>
        ))}
    </>
  );
}

type CodeFormProps = Omit<ProofFormProps, "means"> & { moyen: CodeMeans };

function CodeForm({ moyen, submit, onProof, showRefusal }: CodeFormProps) {
  const { label, hint } = WORDS[moyen];
  const {
    form: { control, formState },
    submit: send,
  } = useServerForm({
    schema,
    values: { code: "" },
    write: ({ code }) => onProof({ moyen, code }),
    showRefusal,
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        // A dialog inside a form of the page would submit that form as well.
        event.stopPropagation();
        void send(event);
      }}
    >
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
      <FormError message={formState.errors.root?.message} />
      <SubmitButton busy={formState.isSubmitting} fullWidth>
        {submit}
      </SubmitButton>
    </form>
  );
}
