import type { LeftBike } from "@/entities/leftbike/api";
import { dueWords, placeWords, stepState } from "@/entities/leftbike/words";
import { formatDate } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { customerName } from "../customerName";

export const columns: Column<LeftBike>[] = [
  { key: "etape", header: "Étape", render: (file) => <StatusChip {...stepState(file)} /> },
  { key: "lieu", header: "Lieu", render: placeWords },
  { key: "description", header: "Vélo", render: ({ description }) => description },
  { key: "ouvert", header: "Ouvert le", render: ({ ouvertLe }) => formatDate(ouvertLe) },
  { key: "suite", header: "Prochaine étape", render: (file) => <span>{dueWords(file)}</span> },
  {
    key: "usager",
    header: "Usager",
    render: ({ utilisateur }) => (utilisateur ? customerName(utilisateur) : "Inconnu"),
  },
];
