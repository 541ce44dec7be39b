import type { ImportRow } from "./parseRows";

/** The most lines that an import has. */
export const MOST_LINES = 1000;

const NUMBERED = /^(.*?)([0-9]{1,9})$/;

/** Returns the names from the first to the last, « B1 » to « B30 », or undefined if they are not the ends of a series. */
export function namesBetween(first: string, last: string): string[] | undefined {
  const [, prefix, from] = NUMBERED.exec(first.trim()) ?? [];
  const [, sameOne, to] = NUMBERED.exec(last.trim()) ?? [];
  if (from === undefined || to === undefined || prefix !== sameOne) return;
  const count = Number(to) - Number(from) + 1;
  if (count < 1 || count > MOST_LINES) return;
  const digits = from.startsWith("0") || from.length === to.length ? from.length : 0;
  return Array.from(
    { length: count },
    (_, rank) => prefix + String(Number(from) + rank).padStart(digits, "0"),
  );
}

/** Returns a line for each name; from the first port on, each takes the next one of the card. */
export const seriesRows = (
  names: readonly string[],
  firstPort: number,
  shared: Omit<ImportRow, "nom" | "ports">,
): ImportRow[] => names.map((nom, rank) => ({ ...shared, nom, ports: String(firstPort + rank) }));
