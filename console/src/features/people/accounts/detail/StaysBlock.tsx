import { Group } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { SoFar } from "@/entities/stay/SoFar";
import { StayFlags } from "@/entities/stay/StayFlags";
import { formatEuros, formatShort } from "@/format";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { accountStaysQuery } from "../api";
import { accountDetailSearch } from "../search";
import type { AccountStay } from "./api";
import classes from "./detail.module.css";
import { PagedTable } from "./PagedTable";
import { StayDetails } from "./StayDetails";

const columns: Column<AccountStay>[] = [
  {
    key: "date",
    header: "Date d'utilisation",
    render: ({ debutOccupation }) => formatShort(debutOccupation),
  },
  { key: "lieu", header: "Station et casier", render: (stay) => <Place stay={stay} /> },
  {
    key: "cout",
    header: "Coût d'utilisation",
    align: "right",
    render: ({ coutUtilisation, finOccupation }) => (
      <SoFar ended={finOccupation !== null}>{formatEuros(coutUtilisation)}</SoFar>
    ),
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: ({ paiement }) => <StatusChip {...paymentStatus(paiement.paiementStatut)} />,
  },
];

function Place({ stay }: { stay: AccountStay }) {
  const { station, casier } = stay;
  return (
    <Group component="span" display="inline-flex" gap="xs" className={classes.place}>
      <span>
        {station.nom}, {casier.nom}
      </span>
      <StayFlags stay={stay} />
    </Group>
  );
}

const rowLabel = ({ debutOccupation }: AccountStay) =>
  `l'utilisation du ${formatShort(debutOccupation)}`;

export function StaysBlock({ accountId, scope }: { accountId: number; scope: Scope }) {
  const { search, set } = usePageSearch(accountDetailSearch);
  const page = search.pageUtilisations ?? 1;
  return (
    <PagedTable
      title="Utilisations"
      query={useQuery(accountStaysQuery(accountId, scope, page))}
      columns={columns}
      rowLabel={rowLabel}
      renderDetails={(stay) => <StayDetails stay={stay} scope={scope} />}
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
