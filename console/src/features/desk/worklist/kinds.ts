import {
  IconCalendarOff,
  IconClockExclamation,
  IconCreditCardOff,
  IconFileAlert,
  IconHourglassEmpty,
  IconHourglassHigh,
  IconLock,
  IconParking,
  IconPlugConnectedX,
  IconReceiptOff,
  IconReceiptRefund,
  IconRefreshAlert,
  IconScale,
  IconTool,
  type TablerIcon,
} from "@tabler/icons-react";
import { counted } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Kind, Worklist } from "./api";

interface KindDisplay<Id = Kind> {
  id: Id;
  title: string;
  icon: TablerIcon;
  color: StatusColor;
  /** The word for one item, which the count precedes. */
  noun: string;
}

/** The kinds in order of display: first those that keep other customers out now. */
const KIND_DISPLAYS: readonly KindDisplay[] = [
  {
    id: "enlevements",
    title: "Casiers bloqués",
    icon: IconLock,
    color: "red",
    noun: "utilisation",
  },
  {
    id: "depassements",
    title: "Temps dépassés",
    icon: IconClockExclamation,
    color: "orange",
    noun: "utilisation",
  },
  {
    id: "muettes",
    title: "Stations muettes",
    icon: IconPlugConnectedX,
    color: "red",
    noun: "station",
  },
  { id: "espaces", title: "Espaces complets", icon: IconParking, color: "orange", noun: "espace" },
  {
    id: "interventions",
    title: "Interventions en retard",
    icon: IconTool,
    color: "orange",
    noun: "intervention",
  },
  {
    id: "paiements",
    title: "Paiements en échec",
    icon: IconReceiptOff,
    color: "red",
    noun: "paiement",
  },
  {
    id: "remboursements",
    title: "Demandes de remboursement",
    icon: IconReceiptRefund,
    color: "orange",
    noun: "demande",
  },
  {
    id: "abonnements",
    title: "Abonnements impayés",
    icon: IconCalendarOff,
    color: "orange",
    noun: "abonnement",
  },
  {
    id: "cartes",
    title: "Cartes à renouveler",
    icon: IconCreditCardOff,
    color: "yellow",
    noun: "carte",
  },
  {
    id: "offres",
    title: "Offres sans réponse",
    icon: IconHourglassEmpty,
    color: "orange",
    noun: "offre",
  },
  {
    id: "velos",
    title: "Vélos laissés",
    icon: IconHourglassHigh,
    color: "orange",
    noun: "vélo",
  },
  {
    id: "ecarts",
    title: "Écarts avec le prestataire",
    icon: IconScale,
    color: "orange",
    noun: "écart",
  },
  {
    id: "clotures",
    title: "Clôture refusée",
    icon: IconFileAlert,
    color: "red",
    noun: "mois",
  },
];

export interface KindTotal<Id = Kind | "taches"> extends KindDisplay<Id> {
  total: number;
  /** The total with its word: « 3 paiements ». */
  count: string;
}

export const PARKED_TITLE = "Tâches en échec";

/** Returns the failed work of the platform, for administrators; empty when nothing failed. `undefined`: the count could not be loaded. */
export function parkedKind(total: number | undefined): KindTotal[] {
  if (total === 0) return [];
  const count = total === undefined ? "Nombre indisponible" : counted(total, "tâche");
  return [
    {
      id: "taches",
      title: PARKED_TITLE,
      icon: IconRefreshAlert,
      color: "red",
      noun: "tâche",
      total: total ?? 0,
      count,
    },
  ];
}

/** Returns the kinds that have at least one line; `postponed` counts the postponed lines instead of the others. */
export function kindsOf(worklist: Worklist, postponed = false): KindTotal<Kind>[] {
  return KIND_DISPLAYS.map((display) => {
    const total = worklist[display.id]?.[postponed ? "reportes" : "total"] ?? 0;
    return { ...display, total, count: counted(total, display.noun) };
  }).filter(({ total }) => total > 0);
}

export const isKind = (name: string): name is Kind => KIND_DISPLAYS.some(({ id }) => id === name);

/** The kinds whose lines open beside the list; those of the others lead to the page where they are settled. */
const PANEL_KINDS = [
  "interventions",
  "paiements",
  "remboursements",
  "abonnements",
  "velos",
  "ecarts",
] as const satisfies readonly Kind[];

export type PanelKind = (typeof PANEL_KINDS)[number];

export const opensBeside = (kind: string): kind is PanelKind =>
  PANEL_KINDS.some((one) => one === kind);

/** The title of the section of a kind. */
export const kindTitle = (kind: Kind): string =>
  KIND_DISPLAYS.find(({ id }) => id === kind)?.title ?? kind;

/** The text of an empty worklist. */
export const EMPTY_WORKLIST = {
  title: "Rien à traiter",
  hint: "Les casiers bloqués, les temps limites dépassés, les stations muettes, les espaces complets et les paiements en échec apparaîtront ici.",
};
