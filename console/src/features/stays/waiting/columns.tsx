import type { Wait } from "@/entities/waiting/api";
import { offerWords, stationNames, waitState } from "@/entities/waiting/words";
import { formatCount, formatDate } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { customerName } from "../customerName";

export const columns: Column<Wait>[] = [
  { key: "tarif", header: "Abonnement", render: ({ tarif }) => tarif.nom },
  {
    key: "rang",
    header: "Rang",
    align: "right",
    render: ({ rang }) => (rang === null ? "–" : formatCount(rang)),
  },
  { key: "usager", header: "Usager", render: ({ utilisateur }) => customerName(utilisateur) },
  { key: "stations", header: "Stations", render: stationNames },
  { key: "depuis", header: "Depuis", render: ({ depuis }) => formatDate(depuis) },
  { key: "etat", header: "État", render: (wait) => <StatusChip {...waitState(wait)} /> },
  { key: "offre", header: "Offre", render: (wait) => <span>{offerWords(wait)}</span> },
];
