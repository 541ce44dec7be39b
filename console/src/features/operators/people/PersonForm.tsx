import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { PeopleWrites } from "@/data/writes/people";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import { useConfirm } from "@/ui/confirm";
import { TextField } from "@/ui/fields";
import { notifySuccess } from "@/ui/notify";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import { useReturnFocus } from "@/ui/useReturnFocus";
import classes from "../operators.module.css";
import { fieldsOf } from "../schemas";
import { nameOf } from "./columns";
import type { PeopleWords } from "./words";

type PersonValues = FieldValues & { nom: string; prenom: string; telephone: string; email: string };

export type PersonField<V> = {
  name: Extract<keyof V, string>;
  label: string;
  required?: boolean;
  type?: "email" | "tel";
};

type PersonFormProps<V extends PersonValues> = {
  words: PeopleWords;
  fields: readonly PersonField<V>[];
  schema: GenericSchema<V, V>;
  values: V;
  calls: PeopleWrites<V>;
  /** The person to change; absent for a new one. */
  id?: number;
  /** A note shown before the form is sent. */
  note?: ReactNode;
  onEnd: () => void;
};

/** The form to add, change or delete one person, inside the list. */
export function PersonForm<V extends PersonValues>({
  words,
  calls,
  id,
  onEnd,
  ...form
}: PersonFormProps<V>) {
  const confirm = useConfirm();
  const confirmedWrite = useConfirmedWrite();
  const { control, handleSubmit, setError, formState } = useForm<V, unknown, V>({
    resolver: valibotResolver(form.schema),
    defaultValues: form.values as DefaultValues<V>,
  });
  useUnsavedChanges(formState.isDirty);
  useReturnFocus({ onlyIfLost: true });
  const isNew = id === undefined;
  const savedName = nameOf(form.values);

  const submit = handleSubmit(async (values) => {
    const name = nameOf(values);
    const result = await confirmedWrite({
      question: {
        kind: isNew ? "add" : "edit",
        article: words.article,
        item: isNew ? name : savedName,
      },
      write: () => (isNew ? calls.add(values) : calls.save({ id, values })),
      setError,
      fields: fieldsOf(form.values),
    });
    if (!result) return;
    const pendingNote = result.done.emailEnAttente
      ? " La nouvelle adresse attend d'être confirmée."
      : "";
    notifySuccess((isNew ? words.added(name) : words.saved(name)) + pendingNote);
    onEnd();
  });

  const remove = async (id: number) => {
    const done = await confirm({
      kind: "delete",
      article: words.article,
      item: savedName,
      consequences: words.removal,
      onConfirm: () => calls.remove(id),
    });
    if (!done) return;
    notifySuccess(words.removed(savedName));
    onEnd();
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.fields}>
        {form.fields.map(({ name, ...field }, index) => (
          <TextField
            key={name}
            control={control}
            name={name as unknown as FieldPath<V>}
            autoComplete="off"
            autoFocus={isNew && index === 0}
            {...field}
          />
        ))}
      </div>
      {form.note}
      <div className={classes.buttons}>
        {!isNew && (
          <Button data-separate variant="subtle" color="red" onClick={() => remove(id)}>
            Supprimer
          </Button>
        )}
        <Button variant="default" onClick={onEnd}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}
