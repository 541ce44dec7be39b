import type { Scope } from "@/data/scope";
import { type Filters, filtersOfWire, wireFilters } from "@/entities/stay/filters/filters";
import { formatDate } from "@/format";
import { parseDate } from "@/format/typed";
import type { SavedView } from "./api";

/** What a view chooses: filters, and a search. */
export type ViewState = Filters & { recherche?: string };

export type View = {
  key: string;
  label: string;
  state: ViewState;
  /** Set for a view that the account saved. */
  saved?: SavedView;
};

/** The first and the last day of a month in Paris, `later` months after that of the instant. */
function monthOf(now: number, later: number): [first: string, last: string] {
  const [year = 0, month = 1] = (parseDate(formatDate(new Date(now).toISOString())) ?? "")
    .split("-")
    .map(Number);
  const day = (monthIndex: number, date: number) =>
    new Date(Date.UTC(year, monthIndex, date)).toISOString().slice(0, 10);
  return [day(month - 1 + later, 1), day(month + later, 0)];
}

/** The ready-made views. A month is that of the day on which the money came in, as for « Recettes ». */
export function readyMadeViews(now: number): View[] {
  const paidIn = (later: number): ViewState => {
    const [paiementDu, paiementAu] = monthOf(now, later);
    return { paiementDu, paiementAu };
  };
  return [
    // What the menu opens.
    { key: "a-suivre", label: "À suivre", state: { suivi: "a-suivre" } },
    { key: "en-cours", label: "En cours", state: { statut: ["RUNNING"] } },
    { key: "tous", label: "Tous", state: {} },
    // What « À traiter » counts.
    {
      key: "a-traiter",
      label: "À traiter",
      state: { statut: ["PERMANENT_ERROR", "INVALID_PAYMENT"], reportes: "exclus" },
    },
    { key: "ce-mois", label: "Ce mois", state: paidIn(0) },
    { key: "mois-dernier", label: "Mois dernier", state: paidIn(-1) },
    { key: "rembourses", label: "Remboursés", state: { remboursement: ["fait"] } },
  ];
}

export const savedView = (scope: Scope, saved: SavedView): View => ({
  key: `vue-${saved.id}`,
  label: saved.nom,
  state: { ...filtersOfWire(scope, saved.filtres), recherche: saved.filtres.search },
  saved,
});

/** Returns the filters to save by wire name. */
export const wireState = (scope: Scope, state: ViewState): SavedView["filtres"] => ({
  ...wireFilters(scope, state),
  search: state.recherche,
  selectedOperator: scope === undefined ? state.exploitant : undefined,
});

/** Reports whether two states filter the same. */
export function isSame(scope: Scope, a: ViewState, b: ViewState): boolean {
  const written = (state: ViewState) =>
    JSON.stringify(
      Object.entries(wireState(scope, state))
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, Array.isArray(value) ? value.map(String).sort() : value])
        .sort(),
    );
  return written(a) === written(b);
}
