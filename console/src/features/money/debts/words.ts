import type { DebtTotals } from "./api";

/** The classes of age, by the days since what is owed became due. */
export const AGES = [
  { key: "jours0a30", label: "0–30 jours" },
  { key: "jours31a60", label: "31–60 jours" },
  { key: "jours61a90", label: "61–90 jours" },
  { key: "plusDe90Jours", label: "Plus de 90 jours" },
] as const satisfies readonly { key: keyof DebtTotals; label: string }[];

export const BEFORE_LEDGER = "D'avant le registre";
