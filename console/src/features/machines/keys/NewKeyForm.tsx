import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useRecordForm } from "@/kit/records/useRecordForm";
import { FormError } from "@/ui/form/FormError";
import { TextField } from "@/ui/form/fields";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useCreateKey } from "./api";
import { KeyFields } from "./KeyFields";
import { bodyOf, keySchema, NEW_KEY } from "./keySchema";
import classes from "./keys.module.css";

type NewKeyFormProps = { operatorId: number; onCreated: (secret: string) => void };

export function NewKeyForm({ operatorId, onCreated }: NewKeyFormProps) {
  const { mutateAsync: create, reset: forget } = useCreateKey(operatorId);
  const [isWhole, setIsWhole] = useState(false);
  const fieldsId = useId();
  const { form, submit } = useRecordForm({
    schema: keySchema,
    values: NEW_KEY,
    write: (values) => create(bodyOf(values)),
    after: ({ cle }, { reset }) => {
      forget();
      reset();
      setIsWhole(false);
      onCreated(cle);
    },
  });
  const { control, formState } = form;
  const Icon = isWhole ? IconChevronUp : IconChevronDown;

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        control={control}
        name="libelle"
        label="Libellé de la nouvelle clé"
        hint="Par exemple&nbsp;: application mobile"
        required
        autoComplete="off"
      />
      <SubmitButton busy={formState.isSubmitting}>Créer une clé</SubmitButton>
      <Button
        variant="subtle"
        rightSection={<Icon size={18} stroke={1.75} aria-hidden />}
        aria-expanded={isWhole}
        aria-controls={fieldsId}
        onClick={() => setIsWhole(!isWhole)}
      >
        Droits, expiration et limite
      </Button>
      <div id={fieldsId} hidden={!isWhole}>
        <KeyFields control={control} />
      </div>
      <FormError message={formState.errors.root?.message} />
    </form>
  );
}
