import { Paper } from "@mantine/core";
import { useMemo } from "react";
import { formatRate } from "@/entities/operator/fiscal";
import { formatEuros } from "@/format";
import { type Column, Table } from "@/ui/table/Table";
import type { StatementVAT } from "../api";
import { Figure } from "./Figure";

type VatTableProps = { rates: readonly StatementVAT[]; onOpen: (figure: string) => void };

/** The VAT of what was collected, less that of what was given back, by rate. */
export function VatTable({ rates, onOpen }: VatTableProps) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  if (rates.length === 0)
    return (
      <Paper withBorder p="md" c="dimmed">
        Rien n'a été encaissé ni rendu ce mois-ci&nbsp;: il n'y a pas de TVA.
      </Paper>
    );
  return (
    <Table caption="TVA par taux" columns={columns} rows={rates} rowKey={({ taux }) => taux} />
  );
}

function columnsOf(onOpen: (figure: string) => void): Column<StatementVAT>[] {
  const sum = (key: "encaisse" | "rembourse", header: string): Column<StatementVAT> => ({
    key,
    header,
    align: "right",
    render: ({ [key]: { cle, libelle, montant, nombre } }) => (
      <Figure cle={cle} label={libelle} lines={nombre} onOpen={onOpen}>
        {formatEuros(montant)}
      </Figure>
    ),
  });
  return [
    { key: "taux", header: "Taux", render: ({ taux }) => formatRate(taux) },
    sum("encaisse", "Encaissé TTC"),
    {
      key: "tvaEncaisse",
      header: "Dont TVA",
      align: "right",
      render: ({ encaisse }) => formatEuros(encaisse.tva),
    },
    sum("rembourse", "Remboursé TTC"),
    {
      key: "tvaRembourse",
      header: "TVA rendue",
      align: "right",
      render: ({ rembourse }) => formatEuros(rembourse.tva),
    },
    {
      key: "due",
      header: "TVA à déclarer",
      align: "right",
      render: ({ tvaDue }) => <strong>{formatEuros(tvaDue)}</strong>,
    },
  ];
}
