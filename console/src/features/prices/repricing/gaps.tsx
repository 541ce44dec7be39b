import type { components } from "@/api/schema";
import { formatDuration, formatEuros, formatShort } from "@/format";
import type { Column } from "@/ui/table/Table";

export type Change = components["schemas"]["ComparisonChange"];

/** The columns of stays whose price would have been another. */
export const gapColumns = <C extends Change>(): Column<C>[] => [
  { key: "date", header: "Date", render: ({ debutOccupation }) => formatShort(debutOccupation) },
  {
    key: "lieu",
    header: "Station et casier",
    render: (stay) => `${stay.station} – ${stay.casier}`,
  },
  { key: "duree", header: "Durée", align: "right", render: ({ duree }) => formatDuration(duree) },
  {
    key: "actuel",
    header: "Prix actuel",
    align: "right",
    render: ({ montantActuel }) => formatEuros(montantActuel),
  },
  {
    key: "nouveau",
    header: "Nouveau prix",
    align: "right",
    render: ({ montantNouveau }) => <strong>{formatEuros(montantNouveau)}</strong>,
  },
];

export const gapKey = ({ idOccupation }: Change) => idOccupation;
