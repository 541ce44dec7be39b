import type { ReactNode } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { DeleteButton } from "@/kit/records/DeleteButton";
import { RecordForm } from "@/kit/records/RecordForm";
import { FieldPairs } from "@/ui/form/FieldPairs";
import { TextField } from "@/ui/form/fields";
import classes from "../operators.module.css";
import type { PeopleWrites } from "./api";
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
  saved?: { id: number; version: number };
  /** A note shown before the form is sent. */
  note?: ReactNode;
  onEnd: () => void;
};

/** The form to add, change or delete one person, inside the list. */
export function PersonForm<V extends PersonValues>({
  words,
  calls,
  saved,
  onEnd,
  ...person
}: PersonFormProps<V>) {
  const isNew = saved === undefined;
  const savedName = nameOf(person.values);
  return (
    <RecordForm
      className={classes.form}
      schema={person.schema}
      values={person.values}
      question={(values) => ({
        kind: isNew ? "add" : "edit",
        article: words.article,
        item: isNew ? nameOf(values) : savedName,
      })}
      record={
        saved && {
          version: saved.version,
          name: `${words.article} «\u00a0${savedName}\u00a0»`,
          facts: (values) => values,
        }
      }
      write={(values, version) =>
        isNew ? calls.add(values) : calls.save({ id: saved.id, values, version })
      }
      done={(values, { emailEnAttente }) => {
        const sentence = (isNew ? words.added : words.saved)(nameOf(values));
        return emailEnAttente
          ? `${sentence} La nouvelle adresse attend d'être confirmée.`
          : sentence;
      }}
      after={onEnd}
      onCancel={onEnd}
      more={
        !isNew && (
          <DeleteButton
            article={words.article}
            item={savedName}
            consequences={words.removal}
            write={() => calls.remove(saved.id)}
            done={words.removed(savedName)}
            after={onEnd}
          />
        )
      }
    >
      {({ control }) => (
        <>
          <FieldPairs>
            {person.fields.map(({ name, ...field }, index) => (
              <TextField
                key={name}
                control={control}
                name={name as unknown as FieldPath<V>}
                autoComplete="off"
                autoFocus={isNew && index === 0}
                {...field}
              />
            ))}
          </FieldPairs>
          {person.note}
        </>
      )}
    </RecordForm>
  );
}
