import type { AccountDetails } from "@/data/accounts";
import { Block } from "@/ui/Block";
import { CounterList } from "@/ui/CounterList";
import { formatCount } from "@/words/format";
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
