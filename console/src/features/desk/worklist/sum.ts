import { formatEuros } from "@/format";
import type { Line } from "./lines";

/** The sum of payments, in euros. */
export const sumOf = (payments: readonly Line[]) =>
  formatEuros(payments.reduce((sum, { cents = 0 }) => sum + cents, 0));
