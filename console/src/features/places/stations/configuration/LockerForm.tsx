import { SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import type { Locker } from "@/entities/locker/api";
import { LOCKER_TYPE_WORDS, VEHICLE_TYPES } from "@/entities/locker/types";
import { RecordForm } from "@/kit/records/RecordForm";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import {
  type LockerInput,
  lockerInput,
  lockerSchema,
  MAX_COMPLEMENT,
  newLocker,
  type StationKind,
  splitTags,
  valuesOf,
} from "./lockerSchema";
import { wordsOf } from "./wording";

const TYPES = VEHICLE_TYPES.map((id) => ({ value: String(id), label: LOCKER_TYPE_WORDS[id] }));

type LockerFormProps = {
  kind: StationKind;
  /** The locker to change; absent for a new one. */
  locker?: Locker;
  write: (input: LockerInput, version: number | undefined) => Promise<unknown>;
  onEnd: () => void;
  /** Further actions on this locker. */
  more?: ReactNode;
};

export function LockerForm({ kind, locker, write, onEnd, more }: LockerFormProps) {
  const words = wordsOf(kind);
  return (
    <RecordForm
      schema={lockerSchema(kind)}
      values={locker ? valuesOf(locker) : newLocker}
      question={({ nom }) => ({
        kind: locker ? "edit" : "add",
        article: words.article,
        item: locker?.nom ?? nom,
      })}
      record={
        locker && {
          version: locker.version,
          name: `${words.article} ${locker.nom}`,
          facts: (values) => ({
            ...lockerInput(values, kind),
            etiquettes: splitTags(values.etiquettes).join(", "),
          }),
        }
      }
      write={(values, version) => write(lockerInput(values, kind), version)}
      done={({ nom }) => (locker ? words.saved(nom) : words.added(nom))}
      after={onEnd}
      onCancel={onEnd}
      more={more}
    >
      {({ control }) => (
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
          <TextField
            control={control}
            name="nom"
            label={words.name}
            required
            autoComplete="off"
            autoFocus={!locker}
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
            />
          )}
          <TextField
            control={control}
            name="complement"
            label="Informations"
            hint={`${MAX_COMPLEMENT} caractères au plus`}
          />
          <TextField
            control={control}
            name="stationCarteAdresse"
            label="Nom de la carte"
            required
          />
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
        </SimpleGrid>
      )}
    </RecordForm>
  );
}
