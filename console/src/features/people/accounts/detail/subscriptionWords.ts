import { formatDate, formatEuros } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Subscription } from "./api";

/** The state of a subscription, with the day until which one that was ended goes on. */
export function subscriptionState({ etat, fin }: Subscription): {
  label: string;
  color: StatusColor;
} {
  switch (etat) {
    case "a_venir":
      return { label: "À venir", color: "white" };
    case "en_cours":
      return { label: "En cours", color: "green" };
    case "impaye":
      return { label: "Impayé", color: "red" };
    case "resilie":
      return { label: `Résilié, jusqu'au ${fin ? formatDate(fin) : ""}`, color: "orange" };
    case "termine":
      return { label: "Terminé", color: "grey" };
  }
}

/** The price of a term: a header says that it is of a month, so that of a year says so. */
export const subscriptionPrice = ({ montant, unite }: Subscription) =>
  unite === "an" ? `${formatEuros(montant)} par an` : formatEuros(montant);
