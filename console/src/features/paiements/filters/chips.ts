import type { Operator } from "@/auth/account";
import { formatDuration, formatEuros } from "@/shared/format";
import { paymentStatus } from "@/shared/text/paymentStatus";
import { typedDate } from "@/shared/time/typed";
import type { FilterChip } from "@/shared/ui/FilterChips";
import type { PaymentSearch, Scope } from "../search";
import { NBSP } from "../wording";
import { LOCKER_TYPE_WORDS, USE_STATUS_WORDS } from "./words";

/** A filter in force, and what the address is without it. */
type Chip = FilterChip & { without: PaymentSearch };

type Named = { id: number; nom: string };

type Known = {
  operators?: readonly Operator[];
  stations?: readonly Named[];
  lockers: readonly Named[];
};

/** « du 01-03-2026 au 05-03-2026 », or only one end of it. */
function days(from?: string, to?: string): string | undefined {
  if (from && to) return `du ${typedDate(from)} au ${typedDate(to)}`;
  if (from) return `à partir du ${typedDate(from)}`;
  return to && `jusqu'au ${typedDate(to)}`;
}

function bounds(write: (n: number) => string, least?: number, most?: number): string | undefined {
  if (least !== undefined && most !== undefined) return `de ${write(least)} à ${write(most)}`;
  if (least !== undefined) return `au moins ${write(least)}`;
  return most === undefined ? undefined : `au plus ${write(most)}`;
}

const names = (ids: readonly number[] = [], known: readonly Named[] = []) =>
  ids.map((id) => known.find((one) => one.id === id)?.nom ?? `n°${NBSP}${id}`).join(" ou ");

const either = (words: readonly string[] = []) => [...new Set(words)].join(" ou ");

/** The filters in force in words; an operator's page knows neither the operator's nor that of tests. */
export function chipsOf(scope: Scope, search: PaymentSearch, known: Known): Chip[] {
  const chips: Chip[] = [];
  const add = (word: string, says: string | undefined, ...keys: (keyof PaymentSearch)[]) => {
    if (!says) return;
    const without = Object.fromEntries(keys.map((key) => [key, undefined]));
    chips.push({ key: word, label: `${word}${NBSP}: ${says}`, without });
  };
  const { statut, utilisation, type } = search;
  add("Nom", search.nom, "nom");
  add("Prénom", search.prenom, "prenom");
  add("Email", search.email, "email");
  add("Identifiant", search.uuid, "uuid");
  if (scope === undefined && search.exploitant) {
    const operator = names([search.exploitant], known.operators);
    add("Exploitant", operator, "exploitant", "stations", "casiers");
  }
  add("Station", names(search.stations, known.stations), "stations", "casiers");
  add("Casier", names(search.casiers, known.lockers), "casiers");
  add("Type", either(type?.map((id) => LOCKER_TYPE_WORDS[id])), "type");
  add("Début", days(search.debutDu, search.debutAu), "debutDu", "debutAu");
  add("Fin", days(search.finDu, search.finAu), "finDu", "finAu");
  add("Paiement", days(search.paiementDu, search.paiementAu), "paiementDu", "paiementAu");
  add(
    "Présentation",
    days(search.presentationDu, search.presentationAu),
    "presentationDu",
    "presentationAu",
  );
  add("Durée", bounds(formatDuration, search.dureeMin, search.dureeMax), "dureeMin", "dureeMax");
  add("Coût", bounds(formatEuros, search.coutMin, search.coutMax), "coutMin", "coutMax");
  add("Statut de paiement", either(statut?.map((key) => paymentStatus(key).label)), "statut");
  add(
    "Statut de l'utilisation",
    either(utilisation?.map((key) => USE_STATUS_WORDS[key])),
    "utilisation",
  );
  if (scope === undefined && search.tests) add("Utilisations de test", "incluses", "tests");
  return chips;
}
