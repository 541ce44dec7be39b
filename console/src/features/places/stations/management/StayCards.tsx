import type { ReactNode } from "react";
import type { LockerStay } from "@/entities/locker/api";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { kindOf, priceOf } from "@/entities/tariff/words";
import { formatDuration, formatPhone, formatShort } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { DetailCard } from "@/ui/layout/DetailCard";
import { type Fact, Facts } from "@/ui/layout/Facts";
import classes from "./management.module.css";
import { Customer, StayTariff } from "./StayNames";

/** The customer of a stay, its start and its price so far. */
export function StayCards({ stay }: { stay: LockerStay }) {
  const { prixActuel, lignes } = stay.utilisation.occupationPrix;
  return (
    <>
      <Card title="Usager" facts={customerFacts(stay)} />
      <Card title="Utilisation" facts={stayFacts(stay)} />
      <Card title="Tarification" facts={priceFacts(stay)}>
        <div className={classes.lines}>
          <PriceLines lines={lignes} totalLabel="Prix actuel" total={prixActuel} />
        </div>
      </Card>
    </>
  );
}

type CardProps = { title: string; facts: Fact[]; children?: ReactNode };

function Card({ title, facts, children }: CardProps) {
  return (
    <DetailCard title={title}>
      <Facts items={facts} />
      {children}
    </DetailCard>
  );
}

function customerFacts(stay: LockerStay): Fact[] {
  const { email, telephone } = stay.utilisateur;
  return [
    { label: "Nom", value: <Customer stay={stay} />, wide: true },
    { label: "Email", value: email || "–", wide: true },
    { label: "Téléphone", value: telephone ? formatPhone(telephone) : "–" },
  ];
}

function stayFacts({ utilisation }: LockerStay): Fact[] {
  const { depassement, enlevement, occupationPrix } = utilisation;
  const priced =
    occupationPrix.dureeStationnementNormal + occupationPrix.dureeStationnementDepassement;
  return [
    { label: "Début", value: formatShort(utilisation.debutOccupation), wide: true },
    // After the removal limit the duration goes on, but the price no longer changes.
    { label: enlevement ? "Durée facturée" : "Durée", value: formatDuration(priced), wide: true },
    {
      label: "Dépassement",
      value: depassement ? <StatusChip color="orange" label="Temps limite dépassé" /> : "Non",
      wide: true,
    },
    {
      label: "Enlèvement",
      value: enlevement ? <StatusChip color="red" label="Casier bloqué" /> : "Non",
      wide: true,
    },
  ];
}

function priceFacts(stay: LockerStay): Fact[] {
  const { tarif: tariff } = stay; // null: a stay from before tariffs existed
  return [
    { label: "Tarif", value: <StayTariff stay={stay} />, wide: true },
    ...(tariff ? [{ label: kindOf(tariff), value: priceOf(tariff) }] : []),
    {
      label: "Statut de paiement",
      value: <StatusChip {...paymentStatus(stay.utilisation.paiement.paiementStatut)} />,
      wide: true,
    },
  ];
}
