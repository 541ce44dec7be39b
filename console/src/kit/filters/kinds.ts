import * as v from "valibot";
import { formatAmount, parseEuros } from "@/format";
import { parseDate, typedDate } from "@/format/typed";
import { readDuration, writeDuration } from "./duration";

/** A kind of filter: its form in the URL, its form in the modal, and the conversions between the two. */
export interface Kind<Value, Typed> {
  /** Accepts a valid value of the URL; an invalid one is treated as absent. */
  address: v.GenericSchema<unknown, Value | undefined>;
  typed: v.GenericSchema<unknown, Typed>;
  show(value: Value | undefined): Typed;
  /** Returns undefined, which means no filter, when nothing is typed or chosen. */
  read(typed: Typed): Value | undefined;
}

const count = (least: number) =>
  v.pipe(
    v.unknown(),
    v.check((raw) => raw !== ""),
    v.transform(Number),
    v.integer(),
    v.minValue(least),
  );

/** A whole number in the URL. */
export const number = (least: number) => v.fallback(v.optional(count(least)), undefined);

/** A text in the URL. */
export const words = v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty())), undefined);

/** One of a few words in the URL. */
export const oneOf = <const T extends string>(values: readonly T[]) =>
  v.fallback(v.optional(v.picklist(values)), undefined);

const dayOfWire = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.check((wire) => parseDate(typedDate(wire)) === wire),
    ),
  ),
  undefined,
);

const nonEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);

const listOf = <T>(keep: (raw: unknown[]) => T[]) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((raw) => nonEmpty(keep([raw].flat()))),
    ),
  );

export const text: Kind<string, string> = {
  address: words,
  typed: v.pipe(v.string(), v.trim()),
  show: (value = "") => value,
  read: (typed) => typed || undefined,
};

const formatted = <Value extends string | number>(
  address: Kind<Value, string>["address"],
  write: (value: Value) => string,
  read: (typed: string) => Value | null,
  sentence: string,
): Kind<Value, string> => ({
  address,
  typed: v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === "" || read(typed) !== null, sentence),
  ),
  show: (value) => (value === undefined ? "" : write(value)),
  read: (typed) => read(typed) ?? undefined,
});

export const day = formatted(
  dayOfWire,
  typedDate,
  parseDate,
  "Le format de la date n'est pas correct",
);
export const duration = formatted(
  number(0),
  writeDuration,
  readDuration,
  "Le format de la durée n'est pas correct",
);
export const amount = formatted(
  number(0),
  formatAmount,
  parseEuros,
  "Le format du montant n'est pas correct",
);

/** Several values of a short list, in the list's order; two values may have the same label. */
export const choices = <T extends string | number>(
  allowed: readonly T[],
  word: (one: T) => string = String,
): Kind<T[], string[]> => ({
  address: listOf((raw) => allowed.filter((one) => raw.map(String).includes(String(one)))),
  typed: v.array(v.string()),
  show: (value = []) => [...new Set(value.map(word))],
  read: (typed) => nonEmpty(allowed.filter((one) => typed.includes(word(one)))),
});

export const ids: Kind<number[], string[]> = {
  address: listOf((raw) => [...new Set(raw.map(Number))].filter((id) => v.is(count(1), id))),
  typed: v.array(v.string()),
  show: (value = []) => value.map(String),
  read: (typed) => nonEmpty(typed.map(Number)),
};

export const id: Kind<number, string> = {
  address: number(1),
  typed: v.string(),
  show: (value) => (value === undefined ? "" : String(value)),
  read: (typed) => (typed ? Number(typed) : undefined),
};

/** A flag in the URL, shown as a checkbox. */
export const flag = <Word extends string>(word: Word): Kind<Word, boolean> => ({
  address: v.fallback(v.optional(v.literal(word)), undefined),
  typed: v.boolean(),
  show: (value) => value === word,
  read: (typed) => (typed ? word : undefined),
});
