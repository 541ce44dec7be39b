import { Group } from "@mantine/core";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { SoFar } from "@/entities/stay/SoFar";
import { formatAmount, formatDate, formatShort } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import type { Stay } from "./api";
import { customerName } from "./customerName";

export const columns: Column<Stay>[] = [
  {
    key: "date",
    header: "Date d'utilisation",
    render: ({ debutOccupation }) => formatDate(debutOccupation),
  },
  { key: "station", header: "Station", render: ({ station }) => station.nom },
  { key: "casier", header: "Casier/Espace", render: ({ casier }) => casier.nom },
  { key: "type", header: "Type", render: ({ casier }) => casier.type.nom },
  {
    key: "utilisateur",
    header: "Utilisateur",
    render: ({ user: customer, test }) =>
      test ? (
        <Group component="span" display="inline-flex" gap="xs">
          {customerName(customer)} <StatusChip color="grey" label="Test" />
        </Group>
      ) : (
        customerName(customer)
      ),
  },
  {
    key: "cout",
    header: "Coût d'utilisation",
    align: "right",
    render: ({ occupationPrix, finOccupation }) => (
      <SoFar ended={finOccupation !== null}>{formatAmount(occupationPrix.prixActuel)}</SoFar>
    ),
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: ({ paiement }) => <StatusChip {...paymentStatus(paiement.paiementStatut)} />,
  },
];

/** Names the row after « Détails de ». */
export const rowLabel = ({ debutOccupation, station, casier }: Stay) =>
  `l'utilisation du ${formatShort(debutOccupation)}, ${station.nom} ${casier.nom}`;
