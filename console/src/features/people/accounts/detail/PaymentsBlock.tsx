import type { AccountDetails } from "@/entities/account/api";
import { formatCount } from "@/format";
import { Block } from "@/ui/layout/Block";
import { CounterList } from "@/ui/layout/CounterList";
import classes from "./detail.module.css";

export function PaymentsBlock({ counts }: { counts: AccountDetails["utilisateurPaiement"] }) {
  const paid = (label: string, value: number) => (value > 1 ? `${label}s` : label);
  return (
    <Block
      title="Paiements"
      action={
        <span className={classes.dimmed}>{formatCount(counts.nombreTotalPaiement)} au total</span>
      }
    >
      <CounterList
        items={[
          {
            label: paid("valide", counts.nombrePaiementValide),
            value: counts.nombrePaiementValide,
            color: "green",
          },
          { label: "en cours", value: counts.nombrePaiementEnCours, color: "yellow" },
          { label: "en attente", value: counts.nombrePaiementEnAttente, color: "orange" },
          {
            label: paid("annulé", counts.nombrePaiementAnnule),
            value: counts.nombrePaiementAnnule,
            color: "red",
          },
        ]}
      />
    </Block>
  );
}
