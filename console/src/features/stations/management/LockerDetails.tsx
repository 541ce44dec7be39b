import type { ReactNode } from "react";
import { formatDuration, formatEuros, formatPhone, formatUseDate } from "@/shared/format";
import { type Fact, Facts } from "@/shared/ui/Facts";
import classes from "./LockerDetails.module.css";
import type { Locker, LockerUse } from "./queries";
import { personName, tariffName, yesOrNo } from "./wording";

/** What an open row shows: who is there, since when, for how much, and what can be done from afar. */
export function LockerDetails({ locker, remote }: { locker: Locker; remote: ReactNode }) {
  const use = locker.utilisations[0];
  return (
    <div className={classes.details}>
      {use ? (
        <div className={classes.cards}>
          <Card title="Usager" facts={userFacts(use)} />
          <Card title="Utilisation" facts={stayFacts(use)} />
          <Card title="Tarification" facts={priceFacts(use)} />
        </div>
      ) : (
        <p className={classes.none}>Aucune utilisation en cours dans ce casier.</p>
      )}
      {remote}
    </div>
  );
}

function Card({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section className={classes.card} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <Facts items={facts} />
    </section>
  );
}

function userFacts(use: LockerUse): Fact[] {
  const { email, telephone } = use.utilisateur;
  return [
    { label: "Nom", value: personName(use), wide: true },
    { label: "Email", value: email || "–", wide: true },
    { label: "Téléphone", value: telephone ? formatPhone(telephone) : "–" },
  ];
}

function stayFacts({ utilisation }: LockerUse): Fact[] {
  const { dureeStationnementNormal, dureeStationnementDepassement } = utilisation.occupationPrix;
  return [
    { label: "Début", value: formatUseDate(utilisation.debutOccupation), wide: true },
    {
      label: "Durée",
      value: formatDuration(dureeStationnementNormal + dureeStationnementDepassement),
    },
    { label: "Dépassement", value: yesOrNo(utilisation.depassement) },
    { label: "Enlèvement", value: yesOrNo(utilisation.enlevement) },
  ];
}

function priceFacts(use: LockerUse): Fact[] {
  const { occupationPrix: price, paiement } = use.utilisation;
  return [
    { label: "Tarif", value: tariffName(use), wide: true },
    { label: "Prix actuel", value: formatEuros(price.prixActuel) },
    { label: "Avant dépassement", value: formatEuros(price.prixAvantDepassement) },
    { label: "Dépassement", value: formatEuros(price.prixDepassement) },
    { label: "Enlèvement", value: formatEuros(price.prixEnlevement) },
    { label: "Paiement", value: paiement.paiementStatut === "FREE" ? "Gratuit" : "En cours" },
  ];
}
