import { formatEuros } from "@/format";
import type { PaymentSums } from "./api";

/** « 744,84 € encaissés, 12,00 € dus »; empty until the sums are known, and where there are too many payments. */
export function sumsInWords(sums: PaymentSums | undefined): string {
  if (!sums || sums.encaisse === null || sums.du === null) return "";
  const { encaisse, du } = sums;
  const owed = du > 0 ? `, ${amount(du, "dû", "dus")}` : "";
  return amount(encaisse, "encaissé", "encaissés") + owed;
}

/** In French, the plural begins at two. */
const amount = (cents: number, one: string, many: string) =>
  `${formatEuros(cents)} ${Math.abs(cents) < 200 ? one : many}`;
