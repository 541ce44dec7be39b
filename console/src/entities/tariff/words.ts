import {
  counted,
  formatCount,
  formatDateDashed,
  formatDuration,
  formatEuros,
  formatLimit,
  WEEKDAYS,
} from "@/format";

/** The price terms of a tariff, by wire name: cents and minutes. */
export interface Terms {
  abonnement: boolean;
  typeTarif: "heure" | "jour" | "mois" | "an";
  montant: number;
  montantPromo: number | null;
  montantPlafond: number | null;
  nombreMinutesPlafond: number | null;
  nombreMinutesGratuites: number | null;
  franchise: boolean;
  nombreMinutesAvantDepassement: number | null;
  montantDepassement: number | null;
  uniteDureeDepassement: "heure" | "jour" | null;
  nombreMinutesAvantEnlevement: number | null;
  montantEnlevement: number | null;
  rappelMinutes: number | null;
  /** What a subscription opens; absent where the price alone is told. */
  nombreMaxOccupations?: number | null;
  placeAttribuee?: boolean;
}

/** The period of a tariff, by wire name. */
export interface Period {
  libelle: string;
  joursSemaine: readonly string[];
  dateDebut: string | null;
  dateFin: string | null;
  heureDebut: string | null;
  heureFin: string | null;
}

const NBSP = "\u00a0";

export const kindOf = ({ abonnement }: Pick<Terms, "abonnement">) =>
  abonnement ? "Abonnement" : "Tarif horaire";

const per = (cents: number, unit: string) => `${formatEuros(cents)}${NBSP}/${NBSP}${unit}`;

/** « 0,50 € / heure », « 0,10 € / heure au lieu de 0,50 € », « Gratuit ». */
export function priceOf({ typeTarif, montant, montantPromo }: Terms): string {
  const price = montantPromo ?? montant;
  const shown = price === 0 ? "Gratuit" : per(price, typeTarif);
  return price === montant ? shown : `${shown} au lieu de ${formatEuros(montant)}`;
}

/** « 3,00 € par utilisation », « 4,45 € par période de 24 heures »; null without a ceiling. */
export function ceilingOf({ montantPlafond, nombreMinutesPlafond }: Terms): string | null {
  if (montantPlafond === null) return null;
  const window =
    nombreMinutesPlafond === null ? "utilisation" : `période de ${spanOf(nombreMinutesPlafond)}`;
  return `${formatEuros(montantPlafond)} par ${window}`;
}

/**
 * « Utilisations de 15 minutes au plus », « Toute utilisation, pendant 24 heures »; null without free
 * minutes.
 */
export function freeOf({ nombreMinutesGratuites, franchise }: Terms): string | null {
  if (nombreMinutesGratuites === null) return null;
  const span = spanOf(nombreMinutesGratuites);
  return franchise ? `Toute utilisation, pendant ${span}` : `Utilisations de ${span}${NBSP}au plus`;
}

/** « Après 1 jour : 1,00 € / heure, rappel 30 minutes avant », « Après 2 jours : 20,00 € »; null without a limit. */
export function limitsOf(terms: Terms): { overrun: string | null; removal: string | null } {
  const { montantDepassement, uniteDureeDepassement } = terms;
  const overrunCost =
    montantDepassement && uniteDureeDepassement
      ? per(montantDepassement, uniteDureeDepassement)
      : null;
  const removalCost = terms.montantEnlevement ? formatEuros(terms.montantEnlevement) : null;
  return {
    overrun: limit(terms.nombreMinutesAvantDepassement, overrunCost, terms.rappelMinutes),
    removal: limit(terms.nombreMinutesAvantEnlevement, removalCost),
  };
}

function limit(
  minutes: number | null,
  cost: string | null,
  reminder: number | null = null,
): string | null {
  if (minutes === null) return null;
  const told = reminder === null ? "" : `, rappel ${exactly(reminder)} avant`;
  return `Après ${exactly(minutes)}${NBSP}: ${cost ?? "sans frais"}${told}`;
}

const PRICE_LABELS: Record<Terms["typeTarif"], string> = {
  heure: "Prix",
  jour: "Prix",
  mois: "Tarif mensuel",
  an: "Tarif annuel",
};

/** Returns all price terms of the tariff, each under its name; absent terms are left out. */
export function termsInWords(terms: Terms): { label: string; value: string }[] {
  const { overrun, removal } = limitsOf(terms);
  const facts: [string, string | null][] = [
    [PRICE_LABELS[terms.typeTarif], priceOf(terms)],
    ["Plafond", ceilingOf(terms)],
    ["Gratuité", freeOf(terms)],
    ["Dépassement", overrun],
    ["Enlèvement", removal],
    [
      "Utilisations à la fois",
      terms.nombreMaxOccupations ? formatCount(terms.nombreMaxOccupations) : null,
    ],
    ["Casier attribué", terms.placeAttribuee ? "À chaque abonné qui en reçoit un" : null],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/** « 15 minutes », « 24 heures », « 2 jours »: one day is written as 24 hours, as on bills. */
function spanOf(minutes: number): string {
  return minutes === 1440 ? `24${NBSP}heures` : exactly(minutes);
}

/** Formats a limit in words, to the minute unless it is a whole number of hours. */
function exactly(minutes: number): string {
  if (minutes % 60 === 0) return formatLimit(minutes);
  if (minutes > 60) return formatDuration(minutes);
  return counted(minutes, "minute");
}

/** « Du lundi au vendredi, de 20h00 à 07h00 le lendemain, du 01-03-2026 au 30-06-2026 ». */
export function periodInWords(period: Period): string {
  const words = [daysInWords(period.joursSemaine), hoursInWords(period), datesInWords(period)]
    .filter(Boolean)
    .join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function daysInWords(numbers: readonly string[]): string {
  const days = numbers.map(Number).sort((a, b) => a - b);
  const [first = 1, last = first] = [days[0], days.at(-1)];
  if (days.length === 0 || days.length === WEEKDAYS.length) return "tous les jours";
  const names = days.map((day) => WEEKDAYS[day - 1]?.toLowerCase() ?? "");
  const inARow = last - first === days.length - 1;
  if (inARow && days.length > 2) return `du ${names[0]} au ${names.at(-1)}`;
  const [end, ...others] = names.toReversed();
  return others.length > 0 ? `les ${others.toReversed().join(", ")} et ${end}` : `le ${end}`;
}

export function hoursInWords({ heureDebut: from, heureFin: to }: Period): string {
  if (!from && !to) return "";
  if (!from) return `jusqu'à ${hour(to)}`;
  if (!to) return `à partir de ${hour(from)}`;
  // An end at or before the start is on the next day.
  const nextDay = to <= from && to !== MIDNIGHT;
  return `de ${hour(from)} à ${hour(to)}${nextDay ? " le lendemain" : ""}`;
}

const MIDNIGHT = "00-00";
const hour = (time: string | null) =>
  time === MIDNIGHT ? "minuit" : (time ?? "").replace("-", "h");

export function datesInWords({ dateDebut: from, dateFin: to }: Period): string {
  if (from && to) return `du ${formatDateDashed(from)} au ${formatDateDashed(to)}`;
  if (from) return `à partir du ${formatDateDashed(from)}`;
  return to ? `jusqu'au ${formatDateDashed(to)}` : "";
}
