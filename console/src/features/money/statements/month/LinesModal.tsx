import { Anchor, Modal, Text } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { counted, formatEuros, formatMonth, formatShort } from "@/format";
import { List, type Page } from "@/kit/lists/List";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { useListSearch } from "@/kit/lists/useListSearch";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { EmptyState } from "@/ui/feedback/EmptyState";
import type { Column } from "@/ui/table/Table";
import money from "../../money.module.css";
import { type StatementFigure, type StatementLine, statementLinesQuery } from "../api";
import { statementSearch } from "../search";
import { ENTRY_KINDS } from "./kinds";

type Row = StatementLine & { id: number };

/** An entry that is not chained yet has no number of its own. */
const toPage = <P extends Page<StatementLine>>({ items, ...page }: P): Page<Row> => ({
  ...page,
  items: items.map((line, id) => ({ ...line, id })),
});

type LinesModalProps = {
  operatorId: number;
  month: string;
  figure: StatementFigure;
  onClose: () => void;
};

/** The entries of the ledger that add up to a figure. */
export function LinesModal({ operatorId, month, figure, onClose }: LinesModalProps) {
  const { cle, libelle, nombre, montant } = figure;
  useReturnFocus();
  const { search, goToPage } = useListSearch(statementSearch);
  const { page = 1, apres, avant } = search;
  const lines = useQuery({
    ...statementLinesQuery(operatorId, month, {
      chiffre: cle,
      apres,
      avant,
      itemsPerPage: PAGE_SIZE,
    }),
    select: toPage,
  });
  const named = `${libelle}, ${formatMonth(month)}`;
  return (
    <Modal opened onClose={onClose} title={named} size="72rem" returnFocus={false}>
      <Text mb="md">
        {counted(nombre, "écriture")}, dont le total est <strong>{formatEuros(montant)}</strong>
      </Text>
      <List
        query={lines}
        icon={<IconListDetails />}
        table={{ caption: named, columns }}
        skeleton={PAGE_SIZE}
        paging={{ page, onPage: goToPage, label: "Pages des lignes" }}
        empty={
          <EmptyState
            icon={<IconListDetails />}
            title="Ce chiffre n'a pas de ligne."
            hint="Rien de tel n'est arrivé ce mois-ci."
          />
        }
      />
    </Modal>
  );
}

const columns: Column<Row>[] = [
  {
    key: "numero",
    header: "Écriture",
    align: "right",
    render: ({ numero }) => (numero > 0 ? String(numero) : "En attente"),
  },
  { key: "instant", header: "Date", render: ({ instant }) => formatShort(instant) },
  { key: "genre", header: "Genre", render: ({ genre }) => ENTRY_KINDS[genre] ?? genre },
  {
    key: "paiement",
    header: "Paiement",
    render: ({ paiement, uuid }) =>
      paiement > 0 && uuid ? (
        <Anchor
          className={money.link}
          title={uuid}
          renderRoot={(props) => (
            <Link {...props} to="/liste-paiements-exploitant" search={{ paiement }} />
          )}
        >
          {`${uuid.slice(0, 8)}…`}
        </Anchor>
      ) : (
        "–"
      ),
  },
  { key: "document", header: "Document", render: (line) => <Document line={line} /> },
  { key: "moyen", header: "Moyen", render: ({ moyen }) => moyen || "–" },
  { key: "tva", header: "Dont TVA", align: "right", render: ({ tva }) => formatEuros(tva) },
  {
    key: "montant",
    header: "Montant TTC",
    align: "right",
    render: ({ montant }) => <strong>{formatEuros(montant)}</strong>,
  },
];

/** The page of the payment has its documents. */
function Document({ line: { document, paiement } }: { line: StatementLine }) {
  if (!document) return "–";
  return paiement > 0 ? (
    <Anchor
      className={money.link}
      renderRoot={(props) => (
        <Link {...props} to="/liste-paiements-exploitant" search={{ paiement }} />
      )}
    >
      {document}
    </Anchor>
  ) : (
    document
  );
}
