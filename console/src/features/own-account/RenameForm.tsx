import { Button } from "@mantine/core";
import * as v from "valibot";
import type { OwnFactor } from "@/data/ownFactors";
import { useRenameOwnFactor } from "@/data/writes/ownFactors";
import { factorName } from "@/kit/factors/FactorForm";
import { useServerForm } from "@/kit/records/useServerForm";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import classes from "./ownAccount.module.css";

const schema = v.object({
  nom: factorName,
});

/** Names a second factor of the caller. */
export function RenameForm({ factor, onEnd }: { factor: OwnFactor; onEnd: () => void }) {
  const { mutateAsync: rename } = useRenameOwnFactor(factor.id);
  const {
    form: { control, formState },
    submit,
  } = useServerForm({
    schema,
    values: { nom: factor.nom },
    write: async ({ nom }) => {
      await rename(nom);
      onEnd();
    },
  });
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextField control={control} name="nom" label="Nom" required data-autofocus autoFocus />
      <FormError message={formState.errors.root?.message} />
      <div className={classes.end}>
        <Button variant="default" disabled={formState.isSubmitting} onClick={onEnd}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}
