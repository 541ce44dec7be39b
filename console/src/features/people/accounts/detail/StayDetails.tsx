import type { Scope } from "@/data/scope";
import { contactFacts } from "@/entities/account/contactFacts";
import { PaymentCard } from "@/entities/payment/PaymentCard";
import { StayFacts } from "@/entities/stay/StayFacts";
import { formatCount, formatEuros } from "@/format";
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
          <PriceLines stay={stay} />
        </DetailCard>
        <PaymentCard payment={paiement} scope={scope} />
      </div>
    </DetailCards>
  );
}

/** The explanation of the price, as the server gives it. */
function PriceLines({ stay: { tarif, occupationPrix, coutUtilisation } }: { stay: AccountStay }) {
  // A stay without a tariff has neither a tariff name nor price lines.
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
