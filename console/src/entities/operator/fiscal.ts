import { formatEuros } from "@/format";

/** The forms of an operator, by wire name, with their labels. */
export const FORMS: Record<string, string> = {
  regie: "Régie",
  mandataire: "Mandataire",
  societe: "Société",
};

/** Shows a rate in basis points: « 5,5 % ». */
export const formatRate = (points: number) =>
  `${(points / 100).toLocaleString("fr-FR", { maximumFractionDigits: 2 })}\u00a0%`;

/** Reads a rate typed in percent, as « 5,5 » or « 20 % », into basis points; null: it is none. */
export function parseRate(typed: string): number | null {
  const found = /^([0-9]{1,3})(?:[.,]([0-9]{1,2}))?\s*%?$/.exec(typed.trim());
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

/** A capital is told without its cents when it has none: « 10 000 € ». */
export const wholeEuros = (cents: number) => formatEuros(cents).replace(",00", "");

/** Groups the digits of a SIRET: « 999 999 014 00015 ». */
export const formatSiret = (siret: string) =>
  siret.replace(/^(\d{3})(\d{3})(\d{3})(\d{5})$/, "$1\u00a0$2\u00a0$3\u00a0$4");
