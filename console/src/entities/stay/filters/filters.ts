import * as v from "valibot";
import type { components } from "@/api/schema";
import type { Scope } from "@/data/scope";
import { LOCKER_TYPES } from "@/entities/locker/types";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { REFUND_STATES, STATUSES } from "@/entities/payment/statuses";
import { parseEuros } from "@/format";
import { parseDate } from "@/format/typed";
import { readDuration } from "@/kit/filters/duration";
import {
  amount,
  choices,
  day,
  duration,
  flag,
  id,
  ids,
  type Kind,
  text,
} from "@/kit/filters/kinds";
import { STAY_STATUSES, STOP_REASONS } from "../statuses";

const statusLabel = (key: string) => paymentStatus(key).label;

/** The filters of payments and stays, by their name in the URL and in the form. */
const FIELDS = {
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
  statut: choices(STATUSES, statusLabel),
  /** The state of the refunds; on the list of payments only. */
  remboursement: choices(REFUND_STATES),
  utilisation: choices(STAY_STATUSES),
  /** Why a stay stopped; on the list of stays only. */
  arret: choices(STOP_REASONS),
  type: choices(LOCKER_TYPES),
  stations: ids,
  casiers: ids,
  exploitant: id,
  /** Leaves out what is put off on « À traiter »; on the list of payments only, by its view. */
  reportes: flag("exclus"),
  /** Payments that a person follows; on the list of payments only, by its view. */
  suivi: flag("a-suivre"),
  /** Includes test stays, which are left out otherwise; on the administrators' pages only. */
  tests: flag("inclus"),
};

type Fields = typeof FIELDS;
type Name = keyof Fields;
type ValueOf<N extends Name> = Fields[N] extends Kind<infer Value, infer _> ? Value : never;
type TypedOf<N extends Name> = Fields[N] extends Kind<infer _, infer Typed> ? Typed : never;

export type Filters = { [N in Name]?: ValueOf<N> };

/** The fields of the modal as typed; an empty field filters nothing. */
export type FilterValues = { [N in Name]: TypedOf<N> };

const kinds: Record<Name, Kind<unknown, unknown>> = FIELDS;

/**
 * Builds an object with one entry per field. Each entry has the type of its field, which TypeScript cannot
 * infer here.
 */
const ofEach = <T>(give: (kind: Kind<unknown, unknown>, name: Name) => unknown) =>
  Object.fromEntries(
    (Object.keys(kinds) as Name[]).map((name) => [name, give(kinds[name], name)]),
  ) as T;

/** The schema entries of the filters, for the search parameters of a list. */
export const filterEntries = ofEach<{
  [N in Name]: v.OptionalSchema<v.GenericSchema<unknown, ValueOf<N>>, undefined>;
}>(({ address }) => address);

export const NO_FILTER = ofEach<Record<Name, undefined>>(() => undefined);

/** Returns the form values of the filters in the URL. */
export const valuesOf = (filters: Filters) =>
  ofEach<FilterValues>((kind, name) => kind.show(filters[name]));

export const NO_VALUES = valuesOf({});

export const filtersOf = (values: FilterValues) =>
  ofEach<Filters>((kind, name) => kind.read(values[name]));

const fields = v.object(ofEach<{ [N in Name]: v.GenericSchema<TypedOf<N>> }>(({ typed }) => typed));

type Bound = { [N in Name]: TypedOf<N> extends string ? N : never }[Name];

/** Checks that the second end of a range is not below the first; the error is shown at the second. */
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

const DAYS = "La date de fin ne peut précéder la date de début";

export const filterSchema = v.pipe(
  fields,
  inOrder("debutDu", "debutAu", parseDate, DAYS),
  inOrder("finDu", "finAu", parseDate, DAYS),
  inOrder("paiementDu", "paiementAu", parseDate, DAYS),
  inOrder("presentationDu", "presentationAu", parseDate, DAYS),
  inOrder(
    "dureeMin",
    "dureeMax",
    readDuration,
    "La durée maximale ne peut être inférieure à la durée minimale",
  ),
  inOrder(
    "coutMin",
    "coutMax",
    parseEuros,
    "Le coût maximal ne peut être inférieur au coût minimal",
  ),
);

export const STATUS_LABELS = [...new Set(STATUSES.map(statusLabel))];

type WireFilters = components["schemas"]["PaymentFilters"];
type PlatformFilters = components["schemas"]["PlatformPaymentFilters"];

/** The wire name of each filter that payments and stays share. */
const WIRE_NAMES = {
  nom: "nom",
  prenom: "prenom",
  email: "email",
  uuid: "uuid",
  debutDu: "dateStartFrom",
  debutAu: "dateStartTo",
  finDu: "dateEndFrom",
  finAu: "dateEndTo",
  paiementDu: "dateStartPayment",
  paiementAu: "dateEndPayment",
  presentationDu: "dateStartPresentation",
  presentationAu: "dateEndPresentation",
  dureeMin: "startDuration",
  dureeMax: "endDuration",
  coutMin: "costMin",
  coutMax: "costMax",
  stations: "station",
  casiers: "casiers",
  type: "lockerType",
  statut: "paymentStatus",
  remboursement: "refundStatus",
  utilisation: "useStatus",
} as const satisfies Partial<Record<Name, keyof WireFilters>>;

const WIRED = Object.entries(WIRE_NAMES) as [keyof typeof WIRE_NAMES, keyof WireFilters][];

/** Returns the filters by wire name, for a list and its export. */
export function wireFilters(scope: Scope, filters: Filters): WireFilters {
  return {
    ...(Object.fromEntries(WIRED.map(([name, wire]) => [wire, filters[name]])) as WireFilters),
    hidePostponed: filters.reportes && 1,
    toFollow: filters.suivi && 1,
    filterTests: scope === undefined && filters.tests ? 0 : 1,
  };
}

/** Returns the filters that these wire filters are. */
export function filtersOfWire(scope: Scope, wire: PlatformFilters): Filters {
  const filters: Filters = {
    ...Object.fromEntries(WIRED.map(([name, key]) => [name, wire[key]])),
    reportes: wire.hidePostponed ? "exclus" : undefined,
    suivi: wire.toFollow ? "a-suivre" : undefined,
  };
  if (scope !== undefined) return filters;
  const exploitant = wire.exploitant ?? wire.selectedOperator;
  return { ...filters, exploitant, tests: wire.filterTests ? undefined : "inclus" };
}
