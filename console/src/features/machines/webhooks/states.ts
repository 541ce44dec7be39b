import { formatCount } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Delivery, DeliveryState, Webhook } from "./api";

type Chip = { color: StatusColor; label: string };

/** Whether anything is sent. */
export function stateOf({ actif, suspension }: Pick<Webhook, "actif" | "suspension">): Chip {
  if (suspension) return { color: "red", label: "Suspendue" };
  return actif ? { color: "green", label: "Active" } : { color: "grey", label: "Inactive" };
}

/** Reports whether nothing is sent for now. */
export const isHeld = ({ actif, suspension }: Pick<Webhook, "actif" | "suspension">) =>
  !actif || suspension !== null;

type Suspension = NonNullable<Webhook["suspension"]>;

/** Why nothing is sent any more. */
export const SUSPENSIONS: Record<Suspension["motif"], string> = {
  disparue: "Suspendue\u00a0: l'adresse répond qu'elle n'existe plus (410)",
  echecs: "Suspendue après cinq jours d'échecs",
};

export const DELIVERY_STATES: Record<DeliveryState, Chip> = {
  en_attente: { color: "grey", label: "En attente" },
  livree: { color: "green", label: "Livrée" },
  abandonnee: { color: "red", label: "Abandonnée" },
};

/** One that has failed already stands out from those that wait for their first attempt. */
export function deliveryState({ etat, tentatives }: Delivery): Chip {
  const state = DELIVERY_STATES[etat];
  return etat === "en_attente" && tentatives > 0 ? { ...state, color: "orange" } : state;
}

/** « 12, dont 3 en échec » */
export function waiting({ enAttente, enEchec }: Pick<Webhook, "enAttente" | "enEchec">): string {
  if (enAttente === 0) return "Aucun";
  const failing = enEchec > 0 ? `, dont ${formatCount(enEchec)} en échec` : "";
  return `${formatCount(enAttente)}${failing}`;
}
