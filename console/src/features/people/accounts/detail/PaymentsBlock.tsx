import { Text } from "@mantine/core";
import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";
import { formatCount } from "@/format";
import { PaymentsOfLink } from "@/kit/routing/NamedLinks";
import { Block } from "@/ui/layout/Block";
import { CounterList } from "@/ui/layout/CounterList";

export function PaymentsBlock({ account, scope }: { account: AccountDetails; scope: Scope }) {
  const counts = account.utilisateurPaiement;
  const paid = (label: string, value: number) => (value > 1 ? `${label}s` : label);
  return (
    <Block
      title="Paiements"
      action={
        <Text c="dimmed">
          <PaymentsOfLink
            person={account}
            name={`${formatCount(counts.nombreTotalPaiement)} au total`}
            scope={scope}
          />
        </Text>
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
