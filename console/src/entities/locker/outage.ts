import { parseDate } from "@/format/typed";
import type { Outage } from "./outageWords";

export { OUTAGE_CAUSES, type Outage, outageWords } from "./outageWords";

/** What staff tell of a locker that goes out of service; the day is as it was typed. */
export type ToldOutage = { cause: Outage["cause"]; retourPrevu: string; motif: string };

export const NOTHING_TOLD: ToldOutage = { cause: "autre", retourPrevu: "", motif: "" };

/** Returns what was told as it is sent; undefined when nothing was. A day that is none is the server's to refuse. */
export function wireOutage({ cause, retourPrevu, motif }: ToldOutage) {
  const told = {
    ...(cause !== "autre" && { cause }),
    ...(motif.trim() && { motif: motif.trim() }),
    ...(retourPrevu.trim() && { retourPrevu: parseDate(retourPrevu) ?? retourPrevu }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
