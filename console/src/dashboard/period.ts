import { typedDate } from "@/format/typed";
import { addDays, addMonths, today } from "./days";
import type { Range } from "./types";

export const CHOICES = {
  "7j": "7 derniers jours",
  "30j": "30 derniers jours",
  "90j": "90 derniers jours",
  "12m": "12 derniers mois",
  "mois-dernier": "Mois dernier",
  dates: "Dates choisies",
} as const;

export type Choice = keyof typeof CHOICES;

/** The chosen period: a number of days up to today, or two dates. */
export type Period = { choix: Exclude<Choice, "dates"> } | ({ choix: "dates" } & Range);

const DEFAULT: Period = { choix: "30j" };

/** Returns the days of a period; those that lead up to today include it. */
export function rangeOf(period: Period, now = today()): Range {
  switch (period.choix) {
    case "7j":
      return { du: addDays(now, -6), au: now };
    case "30j":
      return { du: addDays(now, -29), au: now };
    case "90j":
      return { du: addDays(now, -89), au: now };
    case "12m":
      return { du: addDays(addMonths(now, -12), 1), au: now };
    case "mois-dernier": {
      const first = `${now.slice(0, 8)}01`;
      return { du: addMonths(first, -1), au: addDays(first, -1) };
    }
    case "dates":
      return { du: period.du, au: period.au };
  }
}

/** The longest period that the server counts. */
export const isTooLong = ({ du, au }: Range) => au >= addMonths(du, 36);

const KEY = "tableau-de-bord.periode";

export function storePeriod(period: Period): void {
  sessionStorage.setItem(KEY, JSON.stringify(period));
}

export function storedPeriod(): Period {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isPeriod(stored) ? stored : DEFAULT;
  } catch {
    return DEFAULT;
  }
}

function isPeriod(stored: Period | null): stored is Period {
  if (stored?.choix !== "dates") return stored !== null && Object.hasOwn(CHOICES, stored.choix);
  return /^\d{4}-\d\d-\d\d$/.test(stored.du) && /^\d{4}-\d\d-\d\d$/.test(stored.au);
}

/** Formats both dates as they are typed. */
export const typedRange = ({ du, au }: Range) => ({ du: typedDate(du), au: typedDate(au) });
