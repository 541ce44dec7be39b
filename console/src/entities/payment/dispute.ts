import type { components } from "@/api/schema";
import { formatDate } from "@/format";

type Dispute = components["schemas"]["Dispute"];

/** Says that the customer disputed the payment at their bank, or how that ended; null when they did not. */
export function disputeOf(dispute: Dispute | null): string | null {
  if (!dispute) return null;
  const { le, issue, finieLe } = dispute;
  if (issue === "gagnee") return `Contestation gagnée le ${formatDate(finieLe ?? le)}`;
  if (issue === "perdue") return `Contestation perdue le ${formatDate(finieLe ?? le)}`;
  return `Contesté le ${formatDate(le)}`;
}
