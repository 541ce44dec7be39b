import type { Locker } from "@/entities/locker/api";
import { formatCount } from "@/format";
import type { Column } from "@/ui/table/Table";
import { joinTags, type StationKind } from "./lockerSchema";

const tags = ({ etiquettes }: Locker) => joinTags(etiquettes) || "–";

const lockerColumns: Column<Locker>[] = [
  { key: "nom", header: "Code casier", render: ({ nom }) => nom },
  { key: "type", header: "Type", render: ({ type }) => type.nom },
  { key: "complement", header: "Informations", render: ({ complement }) => complement || "–" },
  { key: "etiquettes", header: "Accessoires casier", render: tags },
];

const spaceColumns: Column<Locker>[] = [
  { key: "nom", header: "Nom de l'espace", render: ({ nom }) => nom },
  {
    key: "places",
    header: "Nombre de places disponibles",
    align: "right",
    render: ({ nbMaxSpaces }) => formatCount(nbMaxSpaces),
  },
  { key: "etiquettes", header: "Accessoires de l'espace", render: tags },
];

export const columnsOf = (kind: StationKind) => (kind === "indiv" ? lockerColumns : spaceColumns);
