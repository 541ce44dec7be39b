import type { Intervention } from "@/entities/intervention/api";
import {
  causeWord,
  chargeOf,
  interventionState,
  numberOf,
  placeOf,
} from "@/entities/intervention/words";
import { formatDate } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";

export const columns: Column<Intervention>[] = [
  { key: "numero", header: "Numéro", render: numberOf },
  { key: "lieu", header: "Lieu", render: placeOf },
  { key: "cause", header: "Cause", render: causeWord },
  { key: "ouverture", header: "Ouverte le", render: ({ ouverture }) => formatDate(ouverture) },
  { key: "charge", header: "Prise en charge", render: chargeOf },
  {
    key: "etat",
    header: "État",
    render: (intervention) => <StatusChip {...interventionState(intervention)} />,
  },
];
