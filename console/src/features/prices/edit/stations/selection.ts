import { formatCount, plural } from "@/format";
import type { LockerChoice, TariffStation } from "../api";

export type StationKind = TariffStation["type"];
export type Selection = ReadonlySet<number>;

/** Returns the ids of the lockers to which the tariff already applies. */
export const appliedTo = (choices: readonly LockerChoice[]): Selection =>
  new Set(choices.filter(({ selectionne }) => selectionne).map(({ id }) => id));

export const same = (a: Selection, b: Selection) =>
  a.size === b.size && [...a].every((id) => b.has(id));

export function withToggled(selection: Selection, id: number): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects or deselects all of these lockers; the others stay as they are. */
export function withAll(
  selection: Selection,
  shown: readonly LockerChoice[],
  chosen: boolean,
): Selection {
  const next = new Set(selection);
  for (const { id } of shown) next[chosen ? "add" : "delete"](id);
  return next;
}

/** Returns the locker types that occur, in their order, with the number of each. */
export function typesOf(choices: readonly LockerChoice[]) {
  const types = new Map<number, { id: number; name: string; count: number }>();
  for (const { type } of choices) {
    const group = types.get(type.id) ?? { id: type.id, name: type.nom, count: 0 };
    types.set(type.id, { ...group, count: group.count + 1 });
  }
  return [...types.values()].sort((a, b) => a.id - b.id);
}

/** Returns « casier » or « espace »: a collective station has spaces. */
export function wordsOf(kind: StationKind) {
  const one = kind === "indiv" ? "casier" : "espace";
  const count = (n: number) => `${formatCount(n)} ${plural(n, one)}`;
  return { one, many: `${one}s`, count };
}
