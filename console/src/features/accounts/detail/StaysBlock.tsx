import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatEuros, formatUseDate } from "@/shared/format";
import { StayFlags } from "@/shared/stays/StayFlags";
import { paymentStatus } from "@/shared/text/paymentStatus";
import type { Column } from "@/shared/ui/ExpandableTable";
import { StatusChip } from "@/shared/ui/StatusChip";
import { type Scope, type Use, userUsesQuery } from "../queries";
import classes from "./detail.module.css";
import { PagedTable } from "./PagedTable";
import { UseDetails } from "./StayDetails";
import { useDetailSearch } from "./useDetailSearch";

const columns: Column<Use>[] = [
  {
    key: "date",
    header: "Date d'utilisation",
    render: ({ debutOccupation }) => formatUseDate(debutOccupation),
  },
  { key: "lieu", header: "Station et casier", render: (use) => <Place use={use} /> },
  {
    key: "cout",
    header: "Coût d'utilisation",
    align: "right",
    render: ({ coutUtilisation }) => formatEuros(coutUtilisation),
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: ({ paiement }) => <StatusChip {...paymentStatus(paiement.paiementStatut)} />,
  },
];

function Place({ use }: { use: Use }) {
  const { station, casier } = use;
  return (
    <span className={classes.place}>
      <span>
        {station.nom}, {casier.nom}
      </span>
      <StayFlags stay={use} />
    </span>
  );
}

const rowLabel = ({ debutOccupation }: Use) => `l'utilisation du ${formatUseDate(debutOccupation)}`;

export function UsesBlock({ userId, scope }: { userId: number; scope: Scope }) {
  const { search, set } = useDetailSearch();
  const page = search.pageUtilisations ?? 1;
  return (
    <PagedTable
      title="Utilisations"
      query={useQuery(userUsesQuery(userId, scope, page))}
      columns={columns}
      rowLabel={rowLabel}
      renderDetails={(use) => <UseDetails use={use} scope={scope} />}
      empty={{
        icon: <IconHistory />,
        title: "Aucune utilisation n'est disponible pour cet utilisateur.",
      }}
      page={page}
      onPage={(to) => set({ pageUtilisations: to > 1 ? to : undefined, utilisation: undefined })}
      open={search.utilisation}
      onOpen={(id) => set({ utilisation: id })}
    />
  );
}
