import { Stack, Text } from "@mantine/core";
import { formatCount, formatEuros } from "@/format";
import { type Column, Table } from "@/ui/table/Table";
import type { RepricingFigure } from "./api";

/** Some of the stays that were priced again. */
export interface Group {
  label: string;
  hint: string;
  count: number;
  sum: string;
}

type Row = Group & { id: number };

const columns: Column<Row>[] = [
  {
    key: "groupe",
    header: "Utilisations",
    render: ({ label, hint }) => (
      <Stack component="span" gap={0} py={4} fw={550}>
        {label}
        <Text span size="xs" c="dimmed">
          {hint}
        </Text>
      </Stack>
    ),
  },
  { key: "nombre", header: "Nombre", align: "right", render: ({ count }) => formatCount(count) },
  { key: "somme", header: "Somme", align: "right", render: ({ sum }) => sum },
];

type GroupsProps = {
  caption: string;
  groups: readonly Group[];
  /** Stays of versions of another nature, named only if there are any. */
  others: RepricingFigure;
};

/** How many stays there are in each group, and their sum. */
export function Groups({ caption, groups, others }: GroupsProps) {
  const shown = others.nombre > 0 ? [...groups, notPriced(others)] : groups;
  const rows = shown.map((group, id) => ({ ...group, id }));
  return <Table caption={caption} columns={columns} rows={rows} rowKey={idOf} />;
}

const notPriced = ({ nombre, somme }: RepricingFigure): Group => ({
  label: "Non recalculé",
  hint: "Elles relèvent d'une version du tarif d'un autre type (abonnement ou tarif horaire).",
  count: nombre,
  sum: formatEuros(somme),
});

const idOf = ({ id }: Row) => id;
