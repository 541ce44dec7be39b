import type { Scope } from "@/data/scope";
import { LOCKER_TYPE_WORDS } from "@/entities/locker/types";
import type { Operator } from "@/entities/operator/api";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { REFUND_STATE_WORDS } from "@/entities/payment/statuses";
import { formatDuration } from "@/format";
import { days } from "@/kit/filters/days";
import type { FilterChip } from "@/ui/layout/FilterChips";
import { STAY_STATUS_WORDS } from "../statuses";
import type { Filters } from "./filters";
import { useLockers, useStations } from "./places";

const NBSP = "\u00a0";

/** An active filter, and the filters without it. */
type Chip = FilterChip & { without: Filters };

type Named = { id: number; nom: string };

type LoadedNames = {
  operators?: readonly Operator[];
  stations?: readonly Named[];
  lockers: readonly Named[];
};

function bounds(write: (n: number) => string, least?: number, most?: number): string | undefined {
  if (least !== undefined && most !== undefined) return `de ${write(least)} à ${write(most)}`;
  if (least !== undefined) return `au moins ${write(least)}`;
  return most === undefined ? undefined : `au plus ${write(most)}`;
}

const names = (ids: readonly number[] = [], loaded: readonly Named[] = []) =>
  ids.map((id) => loaded.find((one) => one.id === id)?.nom ?? `n°${NBSP}${id}`).join(" ou ");

const joinOr = (words: readonly string[] = []) => [...new Set(words)].join(" ou ");

/** Returns the active filters in words; on an operator's page those of operator and tests do not exist. */
export function chipsOf(
  scope: Scope,
  filters: Filters,
  loaded: LoadedNames,
  money: (cents: number) => string,
): Chip[] {
  const chips: Chip[] = [];
  const add = (word: string, says: string | undefined, ...keys: (keyof Filters)[]) => {
    if (!says) return;
    const without = Object.fromEntries(keys.map((key) => [key, undefined]));
    chips.push({ key: word, label: `${word}${NBSP}: ${says}`, without });
  };
  const { statut, utilisation, arret, type } = filters;
  add("Nom", filters.nom, "nom");
  add("Prénom", filters.prenom, "prenom");
  add("Email", filters.email, "email");
  add("Identifiant", filters.uuid, "uuid");
  if (scope === undefined && filters.exploitant) {
    const operator = names([filters.exploitant], loaded.operators);
    add("Exploitant", operator, "exploitant", "stations", "casiers");
  }
  add("Station", names(filters.stations, loaded.stations), "stations", "casiers");
  add("Casier", names(filters.casiers, loaded.lockers), "casiers");
  add("Type", joinOr(type?.map((id) => LOCKER_TYPE_WORDS[id])), "type");
  add("Début", days(filters.debutDu, filters.debutAu), "debutDu", "debutAu");
  add("Fin", days(filters.finDu, filters.finAu), "finDu", "finAu");
  add("Paiement", days(filters.paiementDu, filters.paiementAu), "paiementDu", "paiementAu");
  add(
    "Présentation",
    days(filters.presentationDu, filters.presentationAu),
    "presentationDu",
    "presentationAu",
  );
  add("Durée", bounds(formatDuration, filters.dureeMin, filters.dureeMax), "dureeMin", "dureeMax");
  add("Coût", bounds(money, filters.coutMin, filters.coutMax), "coutMin", "coutMax");
  add("Statut de paiement", joinOr(statut?.map((key) => paymentStatus(key).label)), "statut");
  add(
    "Remboursement",
    joinOr(filters.remboursement?.map((key) => REFUND_STATE_WORDS[key])),
    "remboursement",
  );
  add(
    "Statut de l'utilisation",
    joinOr(utilisation?.map((key) => STAY_STATUS_WORDS[key])),
    "utilisation",
  );
  add("Motif d'arrêt", joinOr(arret?.map((key) => STAY_STATUS_WORDS[key])), "arret");
  if (filters.reportes) add("Reportés dans «\u00a0À traiter\u00a0»", "exclus", "reportes");
  if (filters.suivi) add("Paiements", "à suivre", "suivi");
  if (scope === undefined && filters.tests) add("Utilisations de test", "incluses", "tests");
  return chips;
}

/** Returns the chips of a list; loads stations and lockers only when they are filtered by. */
export function useChips(
  scope: Scope,
  filters: Filters,
  operators: readonly Operator[] | undefined,
  money: (cents: number) => string,
): Chip[] {
  const operatorId = scope ?? filters.exploitant;
  const { data: stations } = useStations(operatorId, filters.stations !== undefined);
  const { lockers } = useLockers(filters.casiers ? (filters.stations ?? []) : []);
  return chipsOf(scope, filters, { operators, stations, lockers }, money);
}
