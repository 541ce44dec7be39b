import * as v from "valibot";
import type { components } from "@/api/schema";
import { parseDate, typedDate } from "@/shared/time/typed";

type WireFilters = components["schemas"]["PaymentFilters"];
export type Status = components["schemas"]["PaymentDetail"]["paiementStatut"];
type UseStatus = NonNullable<WireFilters["useStatus"]>[number];

/** In the order of the specification. */
export const STATUSES: readonly Status[] = [
  "RUNNING",
  "NOT_PRESENTED",
  "FREE",
  "PAYMENT_ERROR_MEANT_OF_PAYMENT",
  "ATTEMPT_PROCESS",
  "UNPAID",
  "PAID",
  "ERROR",
  "PERMANENT_ERROR",
  "CANCELLED",
  "MANUAL",
  "INVALID_PAYMENT",
];

export const USE_STATUSES = [
  "en_cours",
  "terminee",
  "temps_depasse",
  "velo_enleve",
] as const satisfies readonly UseStatus[];

export const LOCKER_TYPES = [3, 2, 1, 4] as const;

/** What the address says is kept when it makes sense; the rest is as if it were not there. */
const text = v.fallback(v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty())), undefined);

const count = (least: number) =>
  v.pipe(
    v.unknown(),
    v.check((raw) => raw !== ""),
    v.transform(Number),
    v.integer(),
    v.minValue(least),
  );
const number = (least: number) => v.fallback(v.optional(count(least)), undefined);

/** A day as the wire writes it. */
const day = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.check((wire) => parseDate(typedDate(wire)) === wire),
    ),
  ),
  undefined,
);

const several = <T>(keep: (raw: unknown[]) => T[]) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((raw): T[] | undefined => {
        const kept = keep([raw].flat());
        return kept.length > 0 ? kept : undefined;
      }),
    ),
  );

const amongst = <T extends string | number>(known: readonly T[]) =>
  several((raw) => known.filter((one) => raw.map(String).includes(String(one))));

const ids = several((raw) => [...new Set(raw.map(Number))].filter((id) => v.is(count(1), id)));

/** What the list shows, in the address: back finds it again, and a link shares it. */
export const paymentSearch = v.object({
  recherche: text,
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
  dureeMin: number(0),
  dureeMax: number(0),
  coutMin: number(0),
  coutMax: number(0),
  statut: amongst(STATUSES),
  utilisation: amongst(USE_STATUSES),
  type: amongst(LOCKER_TYPES),
  stations: ids,
  casiers: ids,
  exploitant: number(1),
  /** Uses made to test are left out otherwise; on the administrators' page alone. */
  tests: v.fallback(v.optional(v.literal("inclus")), undefined),
  page: number(1),
  /** The open row. */
  ligne: number(1),
  /** The payment whose details are shown. */
  paiement: number(1),
});

export type PaymentSearch = v.InferOutput<typeof paymentSearch>;

/** What narrows the list, apart from the search box. */
export type Filters = Omit<PaymentSearch, "recherche" | "page" | "ligne" | "paiement">;

export const NO_FILTER: Record<keyof Filters, undefined> = {
  nom: undefined,
  prenom: undefined,
  email: undefined,
  uuid: undefined,
  debutDu: undefined,
  debutAu: undefined,
  finDu: undefined,
  finAu: undefined,
  paiementDu: undefined,
  paiementAu: undefined,
  presentationDu: undefined,
  presentationAu: undefined,
  dureeMin: undefined,
  dureeMax: undefined,
  coutMin: undefined,
  coutMax: undefined,
  statut: undefined,
  utilisation: undefined,
  type: undefined,
  stations: undefined,
  casiers: undefined,
  exploitant: undefined,
  tests: undefined,
};

/** The operator from whose pages payments are seen; undefined on the administrators' page. */
export type Scope = number | undefined;

/** The filters by the names of the wire, for the list and for its export alike. */
export function wireFilters(scope: Scope, search: PaymentSearch): WireFilters {
  return {
    search: search.recherche,
    nom: search.nom,
    prenom: search.prenom,
    email: search.email,
    uuid: search.uuid,
    dateStartFrom: search.debutDu,
    dateStartTo: search.debutAu,
    dateEndFrom: search.finDu,
    dateEndTo: search.finAu,
    dateStartPayment: search.paiementDu,
    dateEndPayment: search.paiementAu,
    dateStartPresentation: search.presentationDu,
    dateEndPresentation: search.presentationAu,
    startDuration: search.dureeMin,
    endDuration: search.dureeMax,
    costMin: search.coutMin,
    costMax: search.coutMax,
    station: search.stations,
    casiers: search.casiers,
    lockerType: search.type,
    paymentStatus: search.statut,
    useStatus: search.utilisation,
    filterTests: scope === undefined && search.tests ? 0 : 1,
  };
}
