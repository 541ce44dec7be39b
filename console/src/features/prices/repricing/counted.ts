import { formatCount } from "@/format";

/** « 1 utilisation », « 1 204 utilisations ». */
export const countedStays = (count: number): string =>
  `${formatCount(count)}\u00a0utilisation${count > 1 ? "s" : ""}`;
