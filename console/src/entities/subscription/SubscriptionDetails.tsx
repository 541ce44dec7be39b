import type { Scope } from "@/data/scope";
import { AuditLink } from "@/entities/audit/AuditLink";
import { PaymentCard } from "@/entities/payment/PaymentCard";
import { formatDate, formatEuros, formatShort } from "@/format";
import { LockerLink, StationLink, TariffLink } from "@/kit/routing/NamedLinks";
import { DetailCard } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import type { Subscription } from "./api";
import { SubscriptionActions } from "./SubscriptionActions";
import { FREE_TO_END, renewal, rowLabel, subscriptionPrice, subscriptionState } from "./words";

const dateOrNone = (iso: string | null) => (iso ? formatDate(iso) : "–");
const eurosOrNone = (cents: number | null) => (cents === null ? "–" : formatEuros(cents));

/** Until when a subscription that is not paid opens, or since when it does not any more. */
const accessFact = (until: string) => ({
  label: Date.parse(until) > Date.now() ? "Donne accès jusqu'au" : "Ne donne plus accès depuis le",
  value: formatShort(until),
});

/** The cards of a subscription in an open row: what it is with its acts, its prices, the payment of its last term. */
export function SubscriptionDetails({
  subscription,
  subscriber,
  scope,
}: {
  subscription: Subscription;
  subscriber: string;
  scope: Scope;
}) {
  return (
    <>
      <DetailCard title="Abonnement">
        <Facts
          items={[
            {
              label: "Libellé",
              value: <TariffLink tariff={subscription.tarif} />,
              wide: true,
            },
            { label: "Début", value: formatDate(subscription.debut) },
            { label: "État", value: subscriptionState(subscription).label },
            { label: "Fin", value: dateOrNone(subscription.fin) },
            ...(subscription.station
              ? [{ label: "Station", value: <StationLink station={subscription.station} /> }]
              : []),
            ...(subscription.station && subscription.casier
              ? [
                  {
                    label: "Casier attribué",
                    value: (
                      <LockerLink station={subscription.station} locker={subscription.casier} />
                    ),
                  },
                ]
              : []),
            ...(subscription.impayeDepuis
              ? [{ label: "Impayé depuis le", value: formatDate(subscription.impayeDepuis) }]
              : []),
            ...(subscription.accesJusquAu && subscription.etat === "impaye"
              ? [accessFact(subscription.accesJusquAu)]
              : []),
            ...(subscription.resilieLe
              ? [{ label: "Résilié le", value: formatDate(subscription.resilieLe) }]
              : []),
            ...(subscription.commentaireResiliation
              ? [{ label: "Commentaire", value: subscription.commentaireResiliation, wide: true }]
              : []),
            { label: "Reconductible", value: renewal(subscription) },
            {
              label: "Prochain paiement",
              value: dateOrNone(subscription.date_prochain_paiement),
            },
            ...(subscription.avisReconductionLe
              ? [
                  {
                    label: "Avis de reconduction envoyé le",
                    value: formatDate(subscription.avisReconductionLe),
                  },
                ]
              : []),
            ...(subscription.resiliableAToutMoment
              ? [{ label: "Résiliable", value: FREE_TO_END, wide: true }]
              : []),
          ]}
        />
        <SubscriptionActions subscription={subscription} subscriber={subscriber} />
      </DetailCard>
      <DetailCard title="Tarification">
        <Facts
          items={[
            { label: "Tarif mensuel", value: subscriptionPrice(subscription) },
            ...(subscription.prochainMontant !== null &&
            subscription.prochainMontant !== subscription.montant
              ? [{ label: "Prochaine échéance", value: formatEuros(subscription.prochainMontant) }]
              : []),
            { label: "Plafond", value: eurosOrNone(subscription.montantPlafond) },
            { label: "Dépassement", value: eurosOrNone(subscription.montantDepassement) },
            { label: "Enlèvement", value: eurosOrNone(subscription.montantEnlevement) },
          ]}
        />
      </DetailCard>
      <div>
        {subscription.paiementDetail && (
          <PaymentCard payment={subscription.paiementDetail} scope={scope} />
        )}
        <AuditLink
          about={`abonnement:${subscription.id}`}
          all={scope === undefined}
          name={`abonnement ${rowLabel(subscription)}`}
        />
      </div>
    </>
  );
}
