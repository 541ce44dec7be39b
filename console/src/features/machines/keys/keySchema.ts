import * as v from "valibot";
import { RIGHTS } from "@/api/rights";
import { formatDateDashed } from "@/format";
import { instantOf } from "@/format/localTime";
import type { ServiceKey, ServiceKeyInput } from "./api";

/** The last minute of a day typed as JJ-MM-AAAA, in Paris; null: it is no day. */
const endOf = (date: string) => instantOf({ date, hour: "23:59" });

const MOST_CALLS = 100_000;

export const keySchema = v.object({
  libelle: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty("Veuillez renseigner le libellé de la clé."),
    v.maxLength(100, "Le libellé ne peut dépasser 100 caractères."),
  ),
  terrain: v.boolean(),
  droits: v.array(v.picklist(RIGHTS)),
  expiration: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === "" || endOf(text) !== null, "Indiquez un jour, comme 31-12-2027."),
  ),
  limite: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (text) =>
        text === "" || (/^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_CALLS),
      "Indiquez de 1 à 100\u202f000 appels par minute.",
    ),
  ),
});

export type KeyValues = v.InferInput<typeof keySchema>;

export const NEW_KEY: KeyValues = {
  libelle: "",
  terrain: true,
  droits: [],
  expiration: "",
  limite: "",
};

export const valuesOf = (key: ServiceKey): KeyValues => ({
  libelle: key.libelle,
  terrain: key.terrain,
  droits: [...key.droits],
  expiration: key.expiration ? formatDateDashed(key.expiration) : "",
  limite: key.limite?.toString() ?? "",
});

/** Returns what is sent; an end whose day was not changed stays at its minute. */
export function bodyOf(values: KeyValues, key?: ServiceKey): ServiceKeyInput {
  const { libelle, terrain, droits, expiration, limite } = values;
  const isPlain = terrain && droits.length === 0;
  const kept = key?.expiration && formatDateDashed(key.expiration) === expiration;
  const end = expiration ? endOf(expiration) : null;
  return {
    libelle,
    ...(!isPlain && { droits, terrain }),
    ...(end !== null && { expiration: kept ? key.expiration : new Date(end).toISOString() }),
    ...(limite && { limite: Number(limite) }),
  };
}
