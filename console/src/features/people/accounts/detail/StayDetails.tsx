import { Text } from "@mantine/core";
import type { Scope } from "@/data/scope";
import { contactFacts } from "@/entities/account/contactFacts";
import { PaymentCard } from "@/entities/payment/PaymentCard";
import { StayFacts } from "@/entities/stay/StayFacts";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import type { AccountStay } from "./api";
import classes from "./detail.module.css";

/** The details of an open row: customer, place, duration, price and its explanation, payment. */
export function StayDetails({ stay, scope }: { stay: AccountStay; scope: Scope }) {
  const { user: customer, paiement } = stay;
  return (
    <DetailCards>
      <DetailCard title="Usager">
        <Facts items={contactFacts(customer)} />
      </DetailCard>
      <DetailCard title="Utilisation">
        <StayFacts stay={stay} />
      </DetailCard>
      <div className={classes.stack}>
        <DetailCard title="Tarification">
          <Text fw={550} mb="sm" className={classes.long}>
            {stay.tarif?.libelle ?? "Aucune condition tarifaire"}
          </Text>
          <PriceLines
            // A stay without a tariff has neither a tariff name nor price lines.
            lines={stay.occupationPrix.lignes ?? []}
            totalLabel="Coût d'utilisation"
            total={stay.coutUtilisation}
          />
        </DetailCard>
        <PaymentCard payment={paiement} scope={scope} />
      </div>
    </DetailCards>
  );
}
