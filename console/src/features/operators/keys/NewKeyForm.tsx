import * as v from "valibot";
import { useCreateKey } from "@/data/writes/serviceKeys";
import { useRecordForm } from "@/kit/records/useRecordForm";
import { FormError } from "@/ui/FormError";
import { TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import classes from "./KeysBlock.module.css";

const schema = v.object({
  libelle: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Veuillez renseigner le libellé de la clé."),
    v.maxLength(100, "Le libellé ne peut dépasser 100 caractères."),
  ),
});

type NewKeyFormProps = { operatorId: number; onCreated: (secret: string) => void };

export function NewKeyForm({ operatorId, onCreated }: NewKeyFormProps) {
  const { mutateAsync: create, reset: forget } = useCreateKey(operatorId);
  const { form, submit } = useRecordForm({
    schema,
    values: { libelle: "" },
    write: ({ libelle }) => create(libelle),
    after: ({ cle }, { reset }) => {
      forget();
      reset();
      onCreated(cle);
    },
  });
  const { control, formState } = form;

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        control={control}
        name="libelle"
        label="Libellé de la nouvelle clé"
        hint="Par exemple : application mobile"
        required
        autoComplete="off"
        className={classes.field}
      />
      <SubmitButton busy={formState.isSubmitting} className={classes.submit}>
        Créer une clé
      </SubmitButton>
      <FormError message={formState.errors.root?.message} />
    </form>
  );
}
