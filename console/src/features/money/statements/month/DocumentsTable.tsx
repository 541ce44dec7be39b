import { Text } from "@mantine/core";
import { useMemo } from "react";
import { formatCount, formatEuros } from "@/format";
import { type Column, Table } from "@/ui/table/Table";
import type { StatementDocuments } from "../api";
import { Figure } from "./Figure";

const KINDS: Record<StatementDocuments["type"], string> = { recu: "Reçus", avoir: "Avoirs" };
const ORDER: StatementDocuments["type"][] = ["recu", "avoir"];

type DocumentsTableProps = {
  documents: readonly StatementDocuments[];
  onOpen: (figure: string) => void;
};

/** How many receipts and credit notes were numbered, from which number to which. */
export function DocumentsTable({ documents, onOpen }: DocumentsTableProps) {
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  return (
    <Table
      caption="Reçus et avoirs numérotés"
      columns={columns}
      rows={documents}
      rowKey={({ type }) => ORDER.indexOf(type)}
    />
  );
}

const columnsOf = (onOpen: (figure: string) => void): Column<StatementDocuments>[] => [
  { key: "type", header: "Documents", render: ({ type }) => KINDS[type] },
  { key: "premier", header: "Du numéro", render: ({ premier }) => premier || "–" },
  { key: "dernier", header: "Au numéro", render: ({ dernier }) => dernier || "–" },
  {
    key: "nombre",
    header: "Nombre",
    align: "right",
    render: ({ chiffre: { cle, libelle, nombre }, avantRegistre }) => (
      <>
        <Figure cle={cle} label={libelle} lines={nombre} onOpen={onOpen}>
          {formatCount(nombre)}
        </Figure>
        {avantRegistre > 0 && (
          <Text size="xs" c="dimmed">
            dont {formatCount(avantRegistre)} d'avant le registre
          </Text>
        )}
      </>
    ),
  },
  {
    key: "montant",
    header: "Montant TTC",
    align: "right",
    render: ({ chiffre }) => formatEuros(chiffre.montant),
  },
];
