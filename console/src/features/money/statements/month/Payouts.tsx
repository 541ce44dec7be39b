import { Paper } from "@mantine/core";
import { useMemo } from "react";
import { formatCount, formatDate, formatEuros } from "@/format";
import { Sums } from "@/ui/layout/Sums";
import { type Column, Table } from "@/ui/table/Table";
import type { StatementPayout } from "../api";

type Row = StatementPayout & { index: number };

const columns: Column<Row>[] = [
  { key: "arrive", header: "Arrivé le", render: ({ arriveLe }) => formatDate(arriveLe) },
  { key: "id", header: "Versement", render: ({ id }) => id },
  {
    key: "operations",
    header: "Opérations",
    align: "right",
    render: ({ operations }) => formatCount(operations),
  },
  {
    key: "brut",
    header: "Encaissé moins rendu",
    align: "right",
    render: ({ brut }) => formatEuros(brut),
  },
  {
    key: "frais",
    header: "Frais",
    align: "right",
    render: ({ frais }) => formatEuros(0 - frais),
  },
  {
    key: "net",
    header: "Reversé",
    align: "right",
    render: ({ net }) => <strong>{formatEuros(net)}</strong>,
  },
];

/** What the provider transferred in the month, as far as it is the operator's. */
export function Payouts({ payouts }: { payouts: readonly StatementPayout[] }) {
  const rows = useMemo(() => payouts.map((payout, index) => ({ ...payout, index })), [payouts]);
  if (rows.length === 0)
    return (
      <Paper withBorder p="md" c="dimmed">
        Aucun versement n'est arrivé ce mois-ci.
      </Paper>
    );
  const sum = (of: "brut" | "frais" | "net") =>
    payouts.reduce((total, { [of]: amount }) => total + amount, 0);
  return (
    <>
      <Paper withBorder p="md" mb="md">
        <Sums>
          <div>
            <dt>Encaissé moins rendu</dt>
            <dd>{formatEuros(sum("brut"))}</dd>
          </div>
          <div>
            <dt>Frais</dt>
            <dd>{formatEuros(0 - sum("frais"))}</dd>
          </div>
          <div>
            <dt>Reversé</dt>
            <dd>{formatEuros(sum("net"))}</dd>
          </div>
        </Sums>
      </Paper>
      <Table
        caption="Versements du prestataire de paiement"
        columns={columns}
        rows={rows}
        rowKey={({ index }) => index}
      />
    </>
  );
}
