import {
  IconClockExclamation,
  IconCreditCardOff,
  IconLock,
  IconParking,
  IconPlugConnectedX,
  IconReceiptOff,
  IconRefreshAlert,
  type TablerIcon,
} from "@tabler/icons-react";
import { formatCount } from "@/shared/format";
import type { StatusColor } from "@/shared/ui/StatusChip";
import type { Attention } from "./queries";

/** A kind of worklist item, by its wire name. */
export type Kind = Exclude<keyof Attention, "total">;

interface Look<Id = Kind> {
  id: Id;
  title: string;
  icon: TablerIcon;
  color: StatusColor;
  /** The word for one item, which the count precedes. */
  word: string;
}

/** The kinds in order of display: first those that keep other customers out now. */
const LOOKS: readonly Look[] = [
  {
    id: "enlevements",
    title: "Casiers bloqués",
    icon: IconLock,
    color: "red",
    word: "utilisation",
  },
  {
    id: "depassements",
    title: "Temps dépassés",
    icon: IconClockExclamation,
    color: "orange",
    word: "utilisation",
  },
  {
    id: "muettes",
    title: "Stations muettes",
    icon: IconPlugConnectedX,
    color: "red",
    word: "station",
  },
  { id: "espaces", title: "Espaces complets", icon: IconParking, color: "orange", word: "espace" },
  {
    id: "paiements",
    title: "Paiements en échec",
    icon: IconReceiptOff,
    color: "red",
    word: "paiement",
  },
  {
    id: "cartes",
    title: "Cartes à renouveler",
    icon: IconCreditCardOff,
    color: "yellow",
    word: "carte",
  },
];

export interface Waiting<Id = Kind | "taches"> extends Look<Id> {
  total: number;
  /** The total with its word: « 3 paiements ». */
  count: string;
}

export const PARKED = "Tâches en échec";

/** Returns the failed work of the platform, for administrators; empty when nothing failed. `undefined`: the count could not be loaded. */
export function parkedKind(total: number | undefined): Waiting[] {
  if (total === 0) return [];
  const count = total === undefined ? "Nombre indisponible" : counted(total, "tâche");
  return [
    {
      id: "taches",
      title: PARKED,
      icon: IconRefreshAlert,
      color: "red",
      word: "tâche",
      total: total ?? 0,
      count,
    },
  ];
}

/** Returns the kinds that have at least one item. */
export function kindsOf(attention: Attention): Waiting<Kind>[] {
  return LOOKS.map((look) => {
    const total = attention[look.id]?.total ?? 0;
    return { ...look, total, count: counted(total, look.word) };
  }).filter(({ total }) => total > 0);
}

export const counted = (n: number, word: string) =>
  `${formatCount(n)}\u00a0${word}${n > 1 ? "s" : ""}`;

/** The text of an empty worklist. */
export const NOTHING = {
  title: "Rien à traiter",
  hint: "Les casiers bloqués, les temps limites dépassés, les stations muettes, les espaces complets et les paiements en échec apparaîtront ici.",
};
