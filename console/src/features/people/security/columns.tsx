import { KIND_LABELS } from "@/api/securityLabels";
import { formatShort } from "@/format";
import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import type { SecurityEvent } from "./api";
import { whoOf } from "./people";

/** What was refused stands out from what was changed. */
const COLORS: Partial<Record<SecurityEvent["type"], StatusColor>> = {
  "connexion.echec": "orange",
  "connexion.blocage": "red",
  "acces.refus": "orange",
};

export const columns: Column<SecurityEvent>[] = [
  { key: "quand", header: "Quand", render: ({ instant }) => formatShort(instant) },
  {
    key: "evenement",
    header: "Événement",
    render: ({ type }) => <StatusChip color={COLORS[type] ?? "grey"} label={KIND_LABELS[type]} />,
  },
  {
    key: "compte",
    header: "Compte",
    render: ({ compte, nomCompte, acteur, nomActeur }) =>
      compte === null ? whoOf(acteur, nomActeur) : whoOf(compte, nomCompte),
  },
  { key: "adresse", header: "Adresse", render: ({ adresse }) => adresse || "–" },
  { key: "motif", header: "Motif", render: ({ motif }) => motif || "–" },
];

/** Names the row after « Détails de ». */
export const rowLabel = ({ type, instant }: SecurityEvent) =>
  `l'événement «\u00a0${KIND_LABELS[type]}\u00a0», ${formatShort(instant)}`;
