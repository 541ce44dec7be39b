import { priceOf } from "@/entities/tariff/words";
import type { LockersWeek } from "../api";

export type Slot = LockersWeek["jours"][number][number];

const DAY_MS = 86_400_000;

/** Returns the date of a day of the week, as AAAA-MM-JJ. */
export const dateOf = (monday: string, day: number) =>
  new Date(Date.parse(monday) + day * DAY_MS).toISOString().slice(0, 10);

/** Returns the minute of the day of « 20-30 ». */
export function minuteOf(hour: string): number {
  const [hours = 0, minutes = 0] = hour.split("-").map(Number);
  return hours * 60 + minutes;
}

/** « de 20h30 à 24h00 », « toute la journée ». */
export function hoursOf({ de, a }: Slot): string {
  if (de === "00-00" && a === "24-00") return "toute la journée";
  return `de ${de.replace("-", "h")} à ${a.replace("-", "h")}`;
}

export const NONE = "Aucun tarif";

/** « Nuit, 2,00 € / jour »; « Aucun tarif ». */
export const nameOf = ({ tarif }: Slot) => (tarif ? `${tarif.libelle}, ${priceOf(tarif)}` : NONE);

/** Returns the tariffs of a week, each once, in the order in which they first win; null where none does. */
export function winnersOf(days: readonly (readonly Slot[])[]): Slot["tarif"][] {
  const winners = new Map<number | null, Slot["tarif"]>();
  for (const { tarif } of days.flat()) winners.set(tarif?.id ?? null, tarif);
  return [...winners.values()];
}
