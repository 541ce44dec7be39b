import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import { BarTable } from "../parts/BarTable";
import { Figure } from "../parts/Figure";
import type { Figures } from "../types";
import { amountColumns } from "./amountColumns";

export function Statuses({ figures: { statuts, periode } }: { figures: Figures }) {
  const title = "Montants par statut de paiement";
  return (
    <Figure
      title={title}
      hint="Sommes dues pour les utilisations et échéances commencées sur la période, selon leur statut d'aujourd'hui, remboursements faits déduits&nbsp;; celles en cours au prix jusqu'ici."
      csv="statuts"
      range={periode}
      empty={
        statuts.every(({ nombre, precedente }) => nombre === 0 && precedente === 0) &&
        "Aucun paiement sur cette période."
      }
    >
      <BarTable
        caption={title}
        rows={statuts}
        rowKey={({ cle }) => cle}
        length={({ montant }) => montant}
        color={({ couleur }) => couleur as StatusColor}
        columns={[
          {
            key: "name",
            header: "Statut",
            render: ({ libelle, couleur }) => (
              <StatusChip label={libelle} color={couleur as StatusColor} />
            ),
          },
          ...amountColumns,
        ]}
      />
    </Figure>
  );
}
