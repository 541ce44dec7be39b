import { useQuery } from "@tanstack/react-query";
import { type Wait, waitsQuery } from "@/entities/waiting/api";
import { offerWords, waitState } from "@/entities/waiting/words";
import { formatCount, formatDate } from "@/format";
import { StationLinks, TariffLink } from "@/kit/routing/NamedLinks";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { type Column, Table } from "@/ui/table/Table";

const TITLE = "Liste d'attente";

const columns: Column<Wait>[] = [
  { key: "tarif", header: "Abonnement", render: ({ tarif }) => <TariffLink tariff={tarif} /> },
  {
    key: "rang",
    header: "Rang",
    align: "right",
    render: ({ rang }) => (rang === null ? "–" : formatCount(rang)),
  },
  {
    key: "stations",
    header: "Stations",
    render: ({ stations }) => <StationLinks stations={stations} />,
  },
  { key: "depuis", header: "Depuis", render: ({ depuis }) => formatDate(depuis) },
  { key: "etat", header: "État", render: (wait) => <StatusChip {...waitState(wait)} /> },
  { key: "offre", header: "Offre", render: (wait) => <span>{offerWords(wait)}</span> },
];

/** What a person waits for at an operator; nothing where they wait for nothing. */
export function WaitsBlock({ accountId, operatorId }: { accountId: number; operatorId: number }) {
  const { data } = useQuery(waitsQuery(operatorId, { utilisateur: accountId }));
  if (!data || data.items.length === 0) return null;
  return (
    <Block title={TITLE} bare>
      <Table caption={TITLE} columns={columns} rows={data.items} rowKey={({ id }) => id} />
    </Block>
  );
}
