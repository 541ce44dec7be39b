import { formatCount, formatDate } from "@/format";
import type { Counts } from "./api";

/** The number of days that are listed one by one. */
const LISTED = 4;

/** « le 15/01/2028 », « le 15/01/2028 (3), le 16/01/2028 (1) » or « entre le 15/01/2028 et le 14/02/2028 ». */
function when({ jours }: Counts): string {
  const on = (jour: string | undefined) => `le ${formatDate(jour ?? "")}`;
  if (jours.length === 1) return on(jours[0]?.jour);
  if (jours.length > LISTED) return `entre ${on(jours[0]?.jour)} et ${on(jours.at(-1)?.jour)}`;
  return jours.map(({ jour, nombre }) => `${on(jour)} (${formatCount(nombre)})`).join(", ");
}

/** Says which subscriptions an act would end, and when; nothing where it ends none. */
export function endsInWords(counts: Counts): string[] {
  if (counts.nombre === 0) return [];
  return [
    counts.nombre === 1
      ? `1\u00a0abonnement ne sera plus reconduit\u00a0: il prendra fin ${when(counts)}.`
      : `${formatCount(counts.nombre)}\u00a0abonnements ne seront plus reconduits\u00a0: ils prendront fin ${when(counts)}.`,
  ];
}

/** Says whom a letter would tell of a new price, and when their first term at that price begins. */
export function tellsInWords(counts: Counts): string[] {
  if (counts.nombre === 0) return [];
  return [
    counts.nombre === 1
      ? `1\u00a0abonné en sera prévenu par e-mail\u00a0: première échéance à ce prix ${when(counts)}.`
      : `${formatCount(counts.nombre)}\u00a0abonnés en seront prévenus par e-mail\u00a0: première échéance à ce prix ${when(counts)}.`,
    "D'ici là, l'ancien prix vaut encore.",
  ];
}

/** Says which subscriptions go on by the unit and at the price that they have, under a tariff of another unit. */
export function keepsInWords(counts: Counts | undefined): string[] {
  if (!counts || counts.nombre === 0) return [];
  return [
    counts.nombre === 1
      ? `1\u00a0abonnement vendu dans l'autre unité continue comme avant, à son prix\u00a0: prochaine échéance ${when(counts)}.`
      : `${formatCount(counts.nombre)}\u00a0abonnements vendus dans l'autre unité continuent comme avant, à leur prix\u00a0: prochaines échéances ${when(counts)}.`,
  ];
}
