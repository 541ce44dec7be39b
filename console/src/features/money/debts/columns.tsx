import { Anchor, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { listedName } from "@/entities/account/names";
import { formatEuros } from "@/format";
import type { Column } from "@/ui/table/Table";
import money from "../money.module.css";
import type { Debt } from "./api";
import { AGES } from "./words";

export const columns: Column<Debt>[] = [
  { key: "nom", header: "Usager", render: (debt) => <Person debt={debt} /> },
  ...AGES.map(
    ({ key, label }): Column<Debt> => ({
      key,
      header: label,
      align: "right",
      render: ({ [key]: amount }) => (amount > 0 ? formatEuros(amount) : "–"),
    }),
  ),
  { key: "total", header: "Total", align: "right", render: (debt) => <Total debt={debt} /> },
];

function Person({ debt }: { debt: Debt }) {
  return (
    <Anchor
      className={money.link}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/gestion-utilisateurs-exploitant/$id/details"
          params={{ id: String(debt.id) }}
        />
      )}
    >
      {listedName(debt)}
    </Anchor>
  );
}

function Total({ debt: { montant, avantRegistre } }: { debt: Debt }) {
  return (
    <Stack component="span" gap={0}>
      <strong>{formatEuros(montant)}</strong>
      {avantRegistre > 0 && (
        <Text span size="xs" c="dimmed">
          dont {formatEuros(avantRegistre)} d'avant le registre
        </Text>
      )}
    </Stack>
  );
}
