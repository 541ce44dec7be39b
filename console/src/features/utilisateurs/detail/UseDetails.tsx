import {
  formatCount,
  formatDuration,
  formatEuros,
  formatPhone,
  formatUseDate,
} from "@/shared/format";
import { paymentStatus } from "@/shared/text/paymentStatus";
import { DetailCard, DetailCards } from "@/shared/ui/DetailCard";
import { type Fact, Facts } from "@/shared/ui/Facts";
import { StatusChip } from "@/shared/ui/StatusChip";
import type { Use } from "../queries";
import { isSpace, personName } from "../wording";
import classes from "./detail.module.css";

/** What an open row shows: who, where and how long, for how much and why, and whether it is paid. */
export function UseDetails({ use }: { use: Use }) {
  const { user, paiement } = use;
  return (
    <DetailCards>
      <DetailCard title="Usager">
        <Facts
          items={[
            { label: "Nom", value: personName(user), wide: true },
            { label: "Email", value: user.email || "–", wide: true },
            { label: "Téléphone", value: formatPhone(user.telephone) || "–" },
          ]}
        />
      </DetailCard>
      <DetailCard title="Utilisation">
        <Facts items={stayFacts(use)} />
      </DetailCard>
      <div className={classes.stack}>
        <DetailCard title="Tarification">
          <PriceLines use={use} />
        </DetailCard>
        <DetailCard title="Statut de paiement">
          <StatusChip {...paymentStatus(paiement.paiementStatut)} />
        </DetailCard>
      </div>
    </DetailCards>
  );
}

function stayFacts({ occupationPrix, ...use }: Use): Fact[] {
  const { dureeStationnementNormal, dureeStationnementDepassement } = occupationPrix;
  return [
    { label: "Station", value: use.station.nom, wide: true },
    { label: isSpace(use) ? "Espace" : "Casier", value: use.casier.nom },
    { label: "Type", value: use.casier.type.nom },
    { label: "Début", value: formatUseDate(use.debutOccupation), wide: true },
    {
      label: "Fin",
      value: use.finOccupation ? formatUseDate(use.finOccupation) : "En cours",
      wide: true,
    },
    {
      label: "Durée comptée",
      value: formatDuration(dureeStationnementNormal + dureeStationnementDepassement),
    },
    { label: "Dépassement", value: formatDuration(dureeStationnementDepassement) },
  ];
}

/** The explanation of the price, as the server gives it. */
function PriceLines({ use: { tarif, occupationPrix, coutUtilisation } }: { use: Use }) {
  // A stay without a tariff has neither name nor lines.
  const lines = occupationPrix.lignes ?? [];
  return (
    <>
      <p className={classes.tariff}>{tarif?.libelle ?? "Aucune condition tarifaire"}</p>
      <dl className={classes.lines}>
        {lines.map(({ libelle, quantite, prixUnitaire, montant }) => (
          <div key={libelle} className={classes.line}>
            <dt>
              {libelle}
              {quantite > 1 && (
                <span className={classes.dimmed}>
                  {` ${formatCount(quantite)}\u00a0×\u00a0${formatEuros(prixUnitaire)}`}
                </span>
              )}
            </dt>
            <dd>{formatEuros(montant)}</dd>
          </div>
        ))}
        <div className={classes.line} data-total>
          <dt>Coût d'utilisation</dt>
          <dd>{formatEuros(coutUtilisation)}</dd>
        </div>
      </dl>
    </>
  );
}
