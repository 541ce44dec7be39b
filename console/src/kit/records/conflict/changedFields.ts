import type { EditConflict } from "@/api/errors";

/** The values of a form by the names that the audit log gives them. */
export type Facts = Readonly<Record<string, unknown>>;

export interface ChangedField {
  /** Its name in the audit log. */
  name: string;
  before: unknown;
  now: unknown;
  /** What is typed in the form; absent when the form does not have the field. */
  mine?: { value: unknown };
}

/** The facts that the form opened with, those of the record now, and those that are typed. */
export interface FormFacts {
  opened: Facts;
  now: Facts;
  mine: Facts;
}

/**
 * Returns the fields that others changed. The audit log has their values, except those of people: of these it
 * only names the fields, and the form has the values.
 */
export function changedFields(
  { modifications }: EditConflict,
  { opened, now, mine }: FormFacts,
): ChangedField[] {
  const fields = new Map<string, ChangedField>();
  const add = (name: string, before: unknown, after: unknown) => {
    const first = fields.get(name)?.before ?? before;
    const typed = name in mine && { mine: { value: mine[name] } };
    fields.set(name, { name, before: first, now: after, ...typed });
  };
  for (const { changements } of modifications) {
    for (const [name, value] of Object.entries(changements)) {
      if (Array.isArray(value)) add(name, value[0], value[1]);
      else if (name === "champs") {
        for (const field of String(value).split(", ")) add(field, opened[field], now[field]);
      }
    }
  }
  return [...fields.values()].filter(({ before, now: after }) => before !== after);
}
