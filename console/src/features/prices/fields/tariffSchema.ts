import * as v from "valibot";
import { type DurationUnit, parseDuration, parseEuros } from "@/format";
import { isBounded, TOO_LONG } from "@/format/bounded";

/** The messages of the rules, with the same words as the server's. */
export const SENTENCES = {
  names: "Veuillez renseigner les champs libellé, nom et type de tarif",
  allFields: "Veuillez renseigner tous les champs",
  overrunAfterUnit: "Veuillez renseigner l'unité du temps limite avant dépassement",
  removalAfterUnit: "Veuillez renseigner l'unité du temps limite avant enlèvement",
  overrunUnit: "Veuillez renseigner l'unité du coût en cas de dépassement",
  limitOrder:
    "Le temps limite avant dépassement ne peut être supérieur au temps limite avant enlèvement",
  freeLimit:
    "La durée gratuite ne peut dépasser le temps limite avant dépassement, ni atteindre celui avant enlèvement",
  window: "La période du plafond doit être un nombre entier d'heures",
  amount: "Un montant doit être compris entre 0 et 10 000 000 €, au centime près",
  reminder: "Le rappel doit être plus court que le temps limite avant dépassement",
  maxStays: "Le nombre d'utilisations à la fois doit être compris entre 1 et 1 000",
  minutes: "Une durée doit être comprise entre 1 minute et 10 ans, à la minute près",
} as const;

const MAX_CENTS = 1_000_000_000;
const MAX_MINUTES = 10 * 366 * 24 * 60;

export const STAY_UNITS = ["heure", "jour"] as const;
export const TERM_UNITS = ["mois", "an"] as const;
type TariffUnit = (typeof STAY_UNITS)[number] | (typeof TERM_UNITS)[number];

/** « Abonnement » or « Tarif horaire », which follows from the unit alone. */
export const isSubscription = (unit: TariffUnit) => TERM_UNITS.some((term) => term === unit);

const stayUnit = v.picklist(["", ...STAY_UNITS]);

/**
 * A tariff as typed: amounts in euros, durations in the unit beside them. Field names are those of the wire.
 */
const typed = v.object({
  libelleAdmin: v.string(),
  libelleUtilisateur: v.string(),
  typeTarif: v.picklist([...STAY_UNITS, ...TERM_UNITS], SENTENCES.names),
  montant: v.string(),
  montantPromo: v.string(),
  montantPlafond: v.string(),
  /** The window of the ceiling: the whole stay, each day, or each given number of hours. */
  ceilingScope: v.picklist(["stay", "day", "hours"]),
  nombreMinutesPlafond: v.string(),
  nombreMinutesGratuites: v.string(),
  freeUnit: v.picklist(["minute", "heure", "jour"]),
  franchise: v.boolean(),
  nombreMinutesAvantDepassement: v.string(),
  overrunAfterUnit: stayUnit,
  montantDepassement: v.string(),
  uniteDureeDepassement: stayUnit,
  /** In minutes. */
  rappelMinutes: v.string(),
  nombreMinutesAvantEnlevement: v.string(),
  removalAfterUnit: stayUnit,
  montantEnlevement: v.string(),
  nombreMaxOccupations: v.string(),
  placeAttribuee: v.boolean(),
});

export type TariffForm = v.InferInput<typeof typed>;

/** Returns which fields the choices so far use: the others are neither shown, validated nor sent. */
export function fieldsInUse(
  form: Pick<
    TariffForm,
    | "typeTarif"
    | "montantPlafond"
    | "ceilingScope"
    | "nombreMinutesGratuites"
    | "nombreMinutesAvantDepassement"
  >,
) {
  const ceiling = form.typeTarif === "heure";
  const window = ceiling && isTyped(form.montantPlafond);
  const free = !isSubscription(form.typeTarif);
  return {
    ceiling,
    window,
    windowHours: window && form.ceilingScope === "hours",
    free,
    franchise: free && isTyped(form.nombreMinutesGratuites),
    reminder: isTyped(form.nombreMinutesAvantDepassement),
  };
}

export const isTyped = (text: string) => text.trim() !== "";

const MISSING_UNIT = {
  overrunAfterUnit: SENTENCES.overrunAfterUnit,
  uniteDureeDepassement: SENTENCES.overrunUnit,
  removalAfterUnit: SENTENCES.removalAfterUnit,
} as const;

type DurationField =
  | "nombreMinutesGratuites"
  | "nombreMinutesAvantDepassement"
  | "nombreMinutesAvantEnlevement"
  | "rappelMinutes";
type Fault = [field: keyof TariffForm, sentence: string];

/**
 * Returns all faults at once: invalid values, missing units, limits out of order. These are not pipes of the
 * entries, where a first fault would hide the rules that compare two fields.
 */
function faultsOf(form: TariffForm): Fault[] {
  const faults: Fault[] = [];
  const unless = (holds: boolean, ...fault: Fault) => void (holds || faults.push(fault));
  const inUse = fieldsInUse(form);

  for (const field of ["libelleAdmin", "libelleUtilisateur"] as const) {
    unless(isTyped(form[field]), field, SENTENCES.names);
    unless(isBounded(form[field]), field, TOO_LONG);
  }
  unless(isTyped(form.montant), "montant", SENTENCES.allFields);
  const amounts = ["montant", "montantPromo", "montantDepassement", "montantEnlevement"] as const;
  for (const field of inUse.ceiling ? [...amounts, "montantPlafond" as const] : amounts) {
    unless(!isTyped(form[field]) || isAmount(form[field]), field, SENTENCES.amount);
  }
  unless(
    !inUse.windowHours || isDuration(parseDuration(form.nombreMinutesPlafond, "heure"), 60),
    "nombreMinutesPlafond",
    SENTENCES.window,
  );
  unless(
    inUse.free || isBetween(form.nombreMaxOccupations, 1, 1000),
    "nombreMaxOccupations",
    SENTENCES.maxStays,
  );
  /** A number needs its unit. */
  const pairs = [
    ["nombreMinutesAvantDepassement", "overrunAfterUnit"],
    ["montantDepassement", "uniteDureeDepassement"],
    ["nombreMinutesAvantEnlevement", "removalAfterUnit"],
  ] as const;
  for (const [field, unit] of pairs) {
    unless(!isTyped(form[field]) || form[unit] !== "", unit, MISSING_UNIT[unit]);
  }

  /** Returns the minutes of a limit; null when it is absent or invalid. */
  const limit = (field: DurationField, unit: DurationUnit | "") => {
    if (!isTyped(form[field]) || unit === "") return null;
    const minutes = parseDuration(form[field], unit);
    unless(isDuration(minutes), field, SENTENCES.minutes);
    return isDuration(minutes) ? minutes : null;
  };
  const overrun = limit("nombreMinutesAvantDepassement", form.overrunAfterUnit);
  const removal = limit("nombreMinutesAvantEnlevement", form.removalAfterUnit);
  const free = inUse.free ? limit("nombreMinutesGratuites", form.freeUnit) : null;
  const reminder = inUse.reminder ? limit("rappelMinutes", "minute") : null;
  unless(
    reminder === null || overrun === null || reminder < overrun,
    "rappelMinutes",
    SENTENCES.reminder,
  );
  unless(atMost(overrun, removal), "nombreMinutesAvantDepassement", SENTENCES.limitOrder);
  unless(
    atMost(free, overrun) && (free === null || removal === null || free < removal),
    "nombreMinutesGratuites",
    SENTENCES.freeLimit,
  );
  return faults;
}

/** Reports whether the text is a whole number between these, or empty. */
export const isBetween = (text: string, least: number, most: number) =>
  !isTyped(text) ||
  (/^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most);

function isAmount(text: string): boolean {
  const cents = parseEuros(text);
  return cents !== null && cents <= MAX_CENTS;
}

function isDuration(minutes: number | null, step = 1): minutes is number {
  return minutes !== null && minutes >= 1 && minutes <= MAX_MINUTES && minutes % step === 0;
}

/** Reports whether the first is at most the second; true when either is absent. */
const atMost = (first: number | null, second: number | null) =>
  first === null || second === null || first <= second;

/** The rules of tariffs (docs/rules.md#tariffs), each shown at its field. */
export const tariffSchema = v.pipe(
  typed,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    for (const [key, message] of faultsOf(input)) {
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input, key, value: input[key] }],
      });
    }
  }),
);
