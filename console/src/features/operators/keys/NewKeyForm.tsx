import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { showServerError } from "@/api/formErrors";
import { useCreateKey } from "@/data/writes/fieldKeys";
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
  const { control, handleSubmit, setError, reset, formState } = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { libelle: "" },
  });

  const submit = handleSubmit(async ({ libelle }) => {
    try {
      const { cle } = await create(libelle);
      forget();
      reset();
      onCreated(cle);
    } catch (error) {
      showServerError(error, setError, { libelle: "libelle" });
    }
  });

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
