import { BarTable } from "../parts/BarTable";
import { Figure } from "../parts/Figure";
import type { Figures } from "../types";
import { amountColumns } from "./amountColumns";

export function Tariffs({ figures: { tarifs, periode } }: { figures: Figures }) {
  const title = "Recettes par tarif";
  return (
    <Figure
      title={title}
      hint="Sommes encaissées sur la période, moins les remboursements faits sur la période."
      csv="tarifs"
      range={periode}
      empty={tarifs.length === 0 && "Aucune recette sur cette période."}
    >
      <BarTable
        caption={title}
        rows={tarifs}
        rowKey={({ id }) => id}
        length={({ montant }) => montant}
        columns={[
          { key: "name", header: "Tarif", render: ({ libelle }) => libelle },
          ...amountColumns,
        ]}
      />
    </Figure>
  );
}
