import { formatDate, formatEuros } from "@/shared/format";
import { StayFacts } from "@/shared/stays/StayFacts";
import { PriceLines } from "@/shared/tariffs/PriceLines";
import { DetailCard } from "@/shared/ui/DetailCard";
import { Facts } from "@/shared/ui/Facts";
import classes from "./PaidFor.module.css";
import type { Payment } from "./queries";
import { isUse, type Subscription, type Use } from "./wording";

/** What a payment is for: a stay with the explanation of its price, or a term of a subscription. */
export function PaidFor({ payment }: { payment: Payment }) {
  return payment.utilisations.map((paid) =>
    isUse(paid) ? (
      <Stay key={paid.id} use={paid} />
    ) : (
      <Term key={paid.id} subscription={paid} amount={payment.montant} />
    ),
  );
}

function Stay({ use }: { use: Use }) {
  // A stay without a tariff has neither a tariff name nor price lines.
  return (
    <>
      <DetailCard title="Utilisation">
        <StayFacts stay={use} />
      </DetailCard>
      <DetailCard title="Tarification">
        <p className={classes.tariff}>{use.tarif?.libelle ?? "Aucune condition tarifaire"}</p>
        <PriceLines
          lines={use.occupationPrix.lignes ?? []}
          totalLabel="Coût d'utilisation"
          total={use.coutUtilisation}
        />
      </DetailCard>
    </>
  );
}

function Term({ subscription, amount }: { subscription: Subscription; amount: number }) {
  const { libelle, libellePublic, debut, fin, isReconductible } = subscription;
  const next = subscription.date_prochain_paiement;
  return (
    <DetailCard title="Abonnement">
      <Facts
        items={[
          { label: "Abonnement", value: libellePublic || libelle, wide: true },
          { label: "Début", value: formatDate(debut) },
          { label: "Fin", value: fin ? formatDate(fin) : "–" },
          { label: "Reconductible", value: isReconductible ? "Oui" : "Non" },
          { label: "Prochain paiement", value: next ? formatDate(next) : "–" },
          { label: "Montant de l'échéance", value: formatEuros(amount), wide: true },
        ]}
      />
    </DetailCard>
  );
}
