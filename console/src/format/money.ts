import { withMinus } from "./minus";

const euros = new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" });
const change = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  signDisplay: "exceptZero",
});
const amount = new Intl.NumberFormat("fr-FR", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** 1250 → « 12,50 € ». */
export const formatEuros = (cents: number) => withMinus(euros.format(cents / 100));

/** 1250 → « +12,50 € »: a difference. */
export const formatEurosChange = (cents: number) => withMinus(change.format(cents / 100));

/** 1250 → « 12,50 », for screens that show no currency. */
export const formatAmount = (cents: number) => withMinus(amount.format(cents / 100));

/** Returns a typed amount (« 12,5 », « 1 234.56 € ») in cents, or null when it is invalid. */
export function parseEuros(text: string): number | null {
  const parts = /^(\d+)(?:[.,](\d{1,2}))?€?$/.exec(text.replace(/\s/g, ""));
  if (!parts) return null;
  const cents = Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}
