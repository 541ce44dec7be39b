import { Button, Group, Paper } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { EditConflict } from "@/api/errors";
import { ALL_FIELDS, type Form } from "../useServerForm";
import type { Facts, FormFacts } from "./changedFields";

/** The record that a form changes, as it is now. */
export interface EditedRecord<V, A = unknown> {
  /** Undefined: nothing is compared. */
  version: number | undefined;
  /** Returns the version of what was saved, for a form that stays open. */
  savedVersion?: (answer: A) => number | undefined;
  /** With its article: « la station « Gare » ». */
  name: string;
  /** Returns values of the form by the names that the audit log gives them. */
  facts: (values: V) => object;
}

interface VersionsOptions<V extends FieldValues, O, A> {
  form: Form<V, O>;
  record?: EditedRecord<V, A>;
  /** The values of the record now. */
  values: V;
  /** The form takes newer values over in the fields that are not edited. */
  live?: boolean;
}

/**
 * Keeps the version of the record that the form shows: the one that it opened with, however often the record is
 * loaded again meanwhile, until it is saved or the version of somebody else is looked at.
 */
export function useVersions<V extends FieldValues, O, A>({
  form,
  record,
  values,
  live = false,
}: VersionsOptions<V, O, A>) {
  const { isDirty } = form.formState;
  const shown = useRef({ version: record?.version, values });
  const latest = useRef({ record, values });
  const [mine, setMine] = useState<V>();
  useEffect(() => {
    latest.current = { record, values };
    if (live && !isDirty) shown.current = { version: record?.version, values };
  }, [live, isDirty, record, values]);

  /** Notes that the record was saved. */
  const saved = (answer: A) => {
    const version = record?.savedVersion?.(answer) ?? shown.current.version;
    shown.current = { version, values: form.getValues() };
    setMine(undefined);
  };

  /** Shows the version of the others and puts what is typed aside. Throws when it could not be loaded. */
  const showTheirs = (typed: V, { version }: EditConflict) => {
    const now = latest.current;
    if ((now.record?.version ?? 0) < version)
      throw new Error("Cette version n'a pas pu être chargée. Veuillez réessayer.");
    shown.current = { version: now.record?.version, values: now.values };
    setMine(typed);
    form.reset(now.values, ALL_FIELDS);
  };

  const showMine = () => {
    if (mine) form.reset(mine, { ...ALL_FIELDS, keepDefaultValues: true });
    setMine(undefined);
  };

  /** Returns the facts of each version for the question about a conflict. */
  const factsOf = (typed: V): FormFacts => {
    const facts = (of: V) => (record?.facts(of) ?? {}) as Facts;
    return {
      opened: facts(shown.current.values),
      now: facts(latest.current.values),
      mine: facts(typed),
    };
  };

  const aside: ReactNode = mine && (
    <Paper my="md" px="md" py="sm" bg="var(--selected)" role="status">
      <Group justify="space-between" gap="xs">
        <p>Vous voyez la version enregistrée. Votre saisie est gardée à part.</p>
        <Button variant="default" onClick={showMine}>
          Reprendre ma saisie
        </Button>
      </Group>
    </Paper>
  );

  return { version: () => shown.current.version, saved, showTheirs, factsOf, aside };
}
