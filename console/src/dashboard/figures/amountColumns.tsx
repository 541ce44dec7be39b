import { formatCount, formatEuros } from "@/format";
import { Change } from "../Change";
import type { FigureColumn } from "../parts/NumbersTable";

type Amounts = { nombre: number; montant: number; precedente: number };

/** The columns: number of payments, their amount, and the change from the previous period. */
export const amountColumns: FigureColumn<Amounts>[] = [
  { key: "count", header: "Paiements", render: ({ nombre }) => formatCount(nombre) },
  { key: "amount", header: "Montant", render: ({ montant }) => formatEuros(montant) },
  {
    key: "change",
    header: "Évolution",
    render: ({ montant, precedente }) => <Change valeur={montant} precedente={precedente} />,
  },
];
