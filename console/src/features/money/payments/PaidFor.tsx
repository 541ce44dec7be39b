import { Text } from "@mantine/core";
import type { Payment } from "@/entities/payment/types";
import { StayFacts } from "@/entities/stay/StayFacts";
import { renewal } from "@/entities/subscription/words";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatDate, formatEuros } from "@/format";
import { TariffLink } from "@/kit/routing/NamedLinks";
import { DetailCard } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import money from "../money.module.css";
import { isStay, type Stay, type Subscription } from "./wording";

/** What a payment is for: a stay with the explanation of its price, or a term of a subscription. */
export function PaidFor({ payment }: { payment: Payment }) {
  return payment.utilisations.map((paid) =>
    isStay(paid) ? (
      <PaidStay key={paid.id} stay={paid} />
    ) : (
      <PaidTerm key={paid.id} subscription={paid} amount={payment.montantInitial} />
    ),
  );
}

function PaidStay({ stay }: { stay: Stay }) {
  // A stay without a tariff has neither a tariff name nor price lines.
  return (
    <>
      <DetailCard title="Utilisation">
        <StayFacts stay={stay} />
      </DetailCard>
      <DetailCard title="Tarification">
        <Text fw={550} mb="sm" className={money.long}>
          {stay.tarif ? (
            <TariffLink tariff={{ id: stay.tarif.id, nom: stay.tarif.libelle }} />
          ) : (
            "Aucune condition tarifaire"
          )}
        </Text>
        <PriceLines
          lines={stay.occupationPrix.lignes ?? []}
          totalLabel="Coût d'utilisation"
          total={stay.coutUtilisation}
        />
      </DetailCard>
    </>
  );
}

function PaidTerm({ subscription, amount }: { subscription: Subscription; amount: number }) {
  const { tarif, libelle, libellePublic, debut, fin } = subscription;
  const next = subscription.date_prochain_paiement;
  return (
    <DetailCard title="Abonnement">
      <Facts
        items={[
          {
            label: "Abonnement",
            value: <TariffLink tariff={{ id: tarif.id, nom: libellePublic || libelle }} />,
            wide: true,
          },
          { label: "Début", value: formatDate(debut) },
          { label: "Fin", value: fin ? formatDate(fin) : "–" },
          { label: "Reconductible", value: renewal(subscription) },
          { label: "Prochain paiement", value: next ? formatDate(next) : "–" },
          { label: "Montant de l'échéance", value: formatEuros(amount), wide: true },
        ]}
      />
    </DetailCard>
  );
}
