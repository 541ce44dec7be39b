import * as v from "valibot";
import { formatAmount, parseEuros } from "@/shared/format";
import { paymentStatus } from "@/shared/text/paymentStatus";
import { parseDate, typedDate } from "@/shared/time/typed";
import type { Filters, PaymentSearch } from "../search";
import { LOCKER_TYPES, STATUSES, USE_STATUSES } from "../search";
import { readDuration, writeDuration } from "./duration";

const SENTENCES = {
  date: "Le format de la date n'est pas correct",
  dateOrder: "La date de fin ne peut précéder la date de début",
  duration: "Le format de la durée n'est pas correct",
  durationOrder: "La durée maximale ne peut être inférieure à la durée minimale",
  amount: "Le format du montant n'est pas correct",
  amountOrder: "Le coût maximal ne peut être inférieur au coût minimal",
} as const;

const optional = (read: (typed: string) => unknown, sentence: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === "" || read(typed) !== null, sentence),
  );

const text = v.pipe(v.string(), v.trim());
const day = optional(parseDate, SENTENCES.date);
const duration = optional(readDuration, SENTENCES.duration);
const amount = optional(parseEuros, SENTENCES.amount);

const fields = v.object({
  nom: text,
  prenom: text,
  email: text,
  uuid: text,
  debutDu: day,
  debutAu: day,
  finDu: day,
  finAu: day,
  paiementDu: day,
  paiementAu: day,
  presentationDu: day,
  presentationAu: day,
  dureeMin: duration,
  dureeMax: duration,
  coutMin: amount,
  coutMax: amount,
  /** Labels: two statuses bear the same one. */
  statut: v.array(v.string()),
  utilisation: v.array(v.string()),
  type: v.array(v.string()),
  stations: v.array(v.string()),
  casiers: v.array(v.string()),
  exploitant: v.string(),
  sansTests: v.boolean(),
});

/** The fields of the modal as they are typed; an empty one asks nothing. */
export type FilterValues = v.InferInput<typeof fields>;

type Bound = keyof Pick<
  FilterValues,
  | "debutDu"
  | "debutAu"
  | "finDu"
  | "finAu"
  | "paiementDu"
  | "paiementAu"
  | "presentationDu"
  | "presentationAu"
  | "dureeMin"
  | "dureeMax"
  | "coutMin"
  | "coutMax"
>;

/** The two ends of what is bounded, in their order; what is wrong is said at the second. */
const inOrder = (
  from: Bound,
  to: Bound,
  read: (typed: string) => string | number | null,
  sentence: string,
) =>
  v.forward(
    v.check((values: FilterValues) => {
      const [first, last] = [read(values[from]), read(values[to])];
      return first === null || last === null || first <= last;
    }, sentence),
    [to],
  );

export const filterSchema = v.pipe(
  fields,
  inOrder("debutDu", "debutAu", parseDate, SENTENCES.dateOrder),
  inOrder("finDu", "finAu", parseDate, SENTENCES.dateOrder),
  inOrder("paiementDu", "paiementAu", parseDate, SENTENCES.dateOrder),
  inOrder("presentationDu", "presentationAu", parseDate, SENTENCES.dateOrder),
  inOrder("dureeMin", "dureeMax", readDuration, SENTENCES.durationOrder),
  inOrder("coutMin", "coutMax", parseEuros, SENTENCES.amountOrder),
);

export const STATUS_LABELS = [...new Set(STATUSES.map((key) => paymentStatus(key).label))];

/** What the form shows of what the address says. */
export function valuesOf(search: PaymentSearch): FilterValues {
  const date = (wire?: string) => (wire ? typedDate(wire) : "");
  const lasting = (minutes?: number) => (minutes === undefined ? "" : writeDuration(minutes));
  const euros = (cents?: number) => (cents === undefined ? "" : formatAmount(cents));
  const texts = (list: readonly (string | number)[] = []) => list.map(String);
  return {
    nom: search.nom ?? "",
    prenom: search.prenom ?? "",
    email: search.email ?? "",
    uuid: search.uuid ?? "",
    debutDu: date(search.debutDu),
    debutAu: date(search.debutAu),
    finDu: date(search.finDu),
    finAu: date(search.finAu),
    paiementDu: date(search.paiementDu),
    paiementAu: date(search.paiementAu),
    presentationDu: date(search.presentationDu),
    presentationAu: date(search.presentationAu),
    dureeMin: lasting(search.dureeMin),
    dureeMax: lasting(search.dureeMax),
    coutMin: euros(search.coutMin),
    coutMax: euros(search.coutMax),
    statut: [...new Set(search.statut?.map((key) => paymentStatus(key).label))],
    utilisation: texts(search.utilisation),
    type: texts(search.type),
    stations: texts(search.stations),
    casiers: texts(search.casiers),
    exploitant: search.exploitant ? String(search.exploitant) : "",
    sansTests: search.tests === undefined,
  };
}

export const NO_VALUES = valuesOf({});

export function filtersOf(values: v.InferOutput<typeof filterSchema>): Filters {
  const date = (typed: string) => parseDate(typed) ?? undefined;
  const lasting = (typed: string) => readDuration(typed) ?? undefined;
  const cents = (typed: string) => parseEuros(typed) ?? undefined;
  const some = <T>(list: T[]) => (list.length > 0 ? list : undefined);
  return {
    nom: values.nom || undefined,
    prenom: values.prenom || undefined,
    email: values.email || undefined,
    uuid: values.uuid || undefined,
    debutDu: date(values.debutDu),
    debutAu: date(values.debutAu),
    finDu: date(values.finDu),
    finAu: date(values.finAu),
    paiementDu: date(values.paiementDu),
    paiementAu: date(values.paiementAu),
    presentationDu: date(values.presentationDu),
    presentationAu: date(values.presentationAu),
    dureeMin: lasting(values.dureeMin),
    dureeMax: lasting(values.dureeMax),
    coutMin: cents(values.coutMin),
    coutMax: cents(values.coutMax),
    statut: some(STATUSES.filter((key) => values.statut.includes(paymentStatus(key).label))),
    utilisation: some(USE_STATUSES.filter((key) => values.utilisation.includes(key))),
    type: some(LOCKER_TYPES.filter((id) => values.type.includes(String(id)))),
    stations: some(values.stations.map(Number)),
    casiers: some(values.casiers.map(Number)),
    exploitant: values.exploitant ? Number(values.exploitant) : undefined,
    tests: values.sansTests ? undefined : "inclus",
  };
}
