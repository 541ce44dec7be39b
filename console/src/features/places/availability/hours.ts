import { capitalised, WEEKDAYS } from "@/format";
import type { Contract } from "./api";

/** « 7h00 » of « 07:00 ». */
const timeOf = (wire: string) => wire.replace(/^0/, "").replace(":", "h");

/** « du lundi au samedi » of the first and the last of days that follow one another. */
function daysOf(first: number, last: number): string {
  const from = WEEKDAYS[first]?.toLowerCase() ?? "";
  const to = WEEKDAYS[last]?.toLowerCase() ?? "";
  if (first === last) return from;
  return last - first === 1 ? `${from} et ${to}` : `du ${from} au ${to}`;
}

/** « Du lundi au samedi 7h00–21h00 ; dimanche : aucune »: neighbouring days with equal hours as one. */
export function hoursInWords(hours: Contract["heures"]): string {
  if (hours.length === 0) return "Toutes";
  const ofDays = WEEKDAYS.map((_, day) =>
    hours
      .filter(({ jour }) => jour === day + 1)
      .sort((one, other) => one.de.localeCompare(other.de))
      .map(({ de, a }) => `${timeOf(de)}–${timeOf(a)}`)
      .join(" et "),
  );
  if (ofDays.every((words) => words === ofDays[0])) return `Tous les jours ${ofDays[0]}`;
  const runs: { first: number; last: number; words: string }[] = [];
  ofDays.forEach((words, day) => {
    const run = runs.at(-1);
    if (run?.words === words) run.last = day;
    else runs.push({ first: day, last: day, words });
  });
  const told = runs.map(
    ({ first, last, words }) => daysOf(first, last) + (words ? ` ${words}` : "\u00a0: aucune"),
  );
  return capitalised(told.join("\u00a0; "));
}
