import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { type DefaultValues, useForm } from "react-hook-form";
import { useConfirmedWrite } from "@/kit/useConfirmedWrite";
import { SelectField, TextField } from "@/ui/fields";
import { SubmitButton } from "@/ui/SubmitButton";
import { useUnsavedChanges } from "@/ui/unsaved";
import { useReturnFocus } from "@/ui/useReturnFocus";
import classes from "./configuration.module.css";
import {
  LOCKER_TYPES,
  type LockerValues,
  lockerFields,
  lockerSchema,
  MAX_COMPLEMENT,
  type StationKind,
} from "./lockerSchema";
import { wordsOf } from "./wording";

type LockerFormProps = {
  kind: StationKind;
  values: DefaultValues<LockerValues>;
  action: "add" | "edit";
  /** The name used in the confirmation; for a new locker it is the name just typed. */
  name?: string;
  write: (values: LockerValues) => Promise<unknown>;
  onSaved: (values: LockerValues) => void;
  onCancel: () => void;
  /** Further actions on this locker. */
  more?: ReactNode;
};

const TYPES = Object.entries(LOCKER_TYPES).map(([value, label]) => ({ value, label }));

export function LockerForm({ kind, values, action, name, more, ...on }: LockerFormProps) {
  const words = wordsOf(kind);
  const confirmedWrite = useConfirmedWrite();
  const { control, handleSubmit, setError, formState } = useForm<LockerValues>({
    resolver: valibotResolver(lockerSchema(kind)),
    defaultValues: values,
  });
  useUnsavedChanges(formState.isDirty);
  useReturnFocus({ onlyIfLost: true });

  const submit = handleSubmit(async (typed) => {
    const result = await confirmedWrite({
      question: { kind: action, article: words.article, item: name ?? typed.nom },
      write: () => on.write(typed),
      setError,
      fields: lockerFields,
    });
    if (result) on.onSaved(typed);
  });

  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <TextField
          control={control}
          name="nom"
          label={words.name}
          required
          autoComplete="off"
          autoFocus={action === "add"}
        />
        {kind === "indiv" ? (
          <SelectField control={control} name="type" label="Type" required data={TYPES} />
        ) : (
          <TextField
            control={control}
            name="nbMaxSpaces"
            label="Nombre de places disponibles"
            required
            inputMode="numeric"
            maxLength={5}
          />
        )}
        <TextField
          control={control}
          name="complement"
          label="Informations"
          hint={`${MAX_COMPLEMENT} caractères au plus`}
          maxLength={MAX_COMPLEMENT}
        />
        <TextField control={control} name="stationCarteAdresse" label="Nom de la carte" required />
        <TextField
          control={control}
          name="stationCartePort"
          label="Ports de la carte"
          hint="Nombres séparés par des virgules"
          required
        />
        {kind === "collec-comptage" && (
          <TextField
            control={control}
            name="connexionSystemeComptage"
            label="Connexion au système de comptage"
          />
        )}
        <TextField
          control={control}
          name="etiquettes"
          label={words.tags}
          hint="Séparés par une virgule, un point-virgule ou une barre oblique"
        />
      </div>
      <div className={classes.buttons}>
        {more}
        <Button variant="default" onClick={on.onCancel}>
          Annuler
        </Button>
        <SubmitButton busy={formState.isSubmitting}>Enregistrer</SubmitButton>
      </div>
    </form>
  );
}
