import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button, Paper, SimpleGrid } from "@mantine/core";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { LOCKER_TYPE_WORDS } from "@/entities/locker/types";
import { code } from "@/format/pasted";
import { ALL_FIELDS, required, shaped } from "@/format/rules";
import { FormError } from "@/ui/form/FormError";
import { SaidAtTop, TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import { Answers } from "@/ui/layout/Answers";
import { DEFAULT_TYPE, type StationKind } from "../configuration/lockerSchema";
import { wordsOf } from "../configuration/wording";
import { typesOf } from "./faults";
import type { ImportRow } from "./parseRows";
import { MOST_LINES, namesBetween, seriesRows } from "./series";

const isWhole = (text: string) => /^[0-9]{1,6}$/.test(text);

const rules = {
  premier: required(),
  dernier: required(),
  type: v.string(),
  places: v.string(),
  carte: required(),
  port: shaped(isWhole, "Le premier port est un nombre", ALL_FIELDS, code),
  etiquettes: v.string(),
};

type SeriesValues = Record<keyof typeof rules, string>;

const NO_SERIES = `Les deux codes finissent par un numéro et commencent pareil, comme B1 et B30\u00a0; ${MOST_LINES} au plus`;

const schemaOf = (kind: StationKind) =>
  v.pipe(
    v.object({
      ...rules,
      places:
        kind === "indiv"
          ? rules.places
          : shaped(isWhole, "Le nombre de places est un nombre", ALL_FIELDS, code),
    }),
    v.forward(
      v.check(({ premier, dernier }) => namesBetween(premier, dernier) !== undefined, NO_SERIES),
      ["dernier"],
    ),
  );

type SeriesProps = {
  kind: StationKind;
  onRows: (rows: ImportRow[]) => void;
  onCancel: () => void;
};

/** The form of lockers that follow one another, « B1 à B30 »: it writes their lines. */
export function Series({ kind, onRows, onCancel }: SeriesProps) {
  const words = wordsOf(kind);
  const { control, handleSubmit, formState } = useForm<SeriesValues>({
    resolver: valibotResolver(schemaOf(kind)),
    defaultValues: {
      premier: "",
      dernier: "",
      type: kind === "indiv" ? LOCKER_TYPE_WORDS[DEFAULT_TYPE] : "",
      places: "",
      carte: "",
      port: "1",
      etiquettes: "",
    },
  });
  const missing = Object.values(formState.errors).some((error) => error?.message === ALL_FIELDS);
  const add = handleSubmit(({ premier, dernier, port, ...shared }) =>
    onRows(
      seriesRows(namesBetween(premier, dernier) ?? [], Number(port), {
        ...shared,
        informations: "",
      }),
    ),
  );
  return (
    <Paper withBorder p="md">
      <form onSubmit={add} noValidate aria-label="Série">
        <FormError message={missing ? ALL_FIELDS : undefined} />
        <SaidAtTop value>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField
              control={control}
              name="premier"
              label="Premier de la série"
              hint={"Par exemple\u00a0: B1"}
              required
              autoComplete="off"
              autoFocus
            />
            <TextField
              control={control}
              name="dernier"
              label="Dernier de la série"
              hint={"Par exemple\u00a0: B30"}
              required
              autoComplete="off"
            />
            {kind === "indiv" ? (
              <SelectField control={control} name="type" label="Type" data={[...typesOf(kind)]} />
            ) : (
              <TextField
                control={control}
                name="places"
                label="Places de chacun"
                inputMode="numeric"
                required
              />
            )}
            <TextField control={control} name="carte" label="Nom de la carte" required />
            <TextField
              control={control}
              name="port"
              label="Premier port"
              hint="Chacun des suivants prend le port d'après"
              inputMode="numeric"
              required
            />
            <TextField control={control} name="etiquettes" label={words.tags} />
          </SimpleGrid>
        </SaidAtTop>
        <Answers mt="md">
          <Button variant="default" onClick={onCancel}>
            Fermer la série
          </Button>
          <Button type="submit" variant="light">
            Ajouter ces lignes
          </Button>
        </Answers>
      </form>
    </Paper>
  );
}
