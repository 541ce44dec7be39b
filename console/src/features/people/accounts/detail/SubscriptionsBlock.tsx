import { IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import { AuditLink } from "@/entities/audit/AuditLink";
import { PaymentCard } from "@/entities/payment/PaymentCard";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { formatDate, formatEuros, formatShort } from "@/format";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { DetailCard, DetailCards } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import type { Column } from "@/ui/table/Table";
import { subscriptionsQuery } from "../api";
import { accountDetailSearch } from "../search";
import type { Subscription } from "./api";
import { PagedTable } from "./PagedTable";
import { SubscriptionActions } from "./SubscriptionActions";
import { subscriptionPrice, subscriptionState } from "./subscriptionWords";

const columns: Column<Subscription>[] = [
  { key: "debut", header: "Date de souscription", render: ({ debut }) => formatDate(debut) },
  { key: "libelle", header: "Abonnement", render: ({ libellePublic }) => libellePublic },
  {
    key: "montant",
    header: "Tarif mensuel",
    align: "right",
    render: subscriptionPrice,
  },
  {
    key: "etat",
    header: "État",
    render: (subscription) => <StatusChip {...subscriptionState(subscription)} />,
  },
  {
    key: "statut",
    header: "Statut de paiement",
    render: ({ paiementDetail }) =>
      paiementDetail ? <StatusChip {...paymentStatus(paiementDetail.paiementStatut)} /> : "–",
  },
];

const rowLabel = ({ libellePublic, debut }: Subscription) =>
  `${libellePublic}, du ${formatDate(debut)}`;

export function SubscriptionsBlock({ accountId, scope }: { accountId: number; scope: Scope }) {
  const { search, set } = usePageSearch(accountDetailSearch);
  const page = search.pageAbonnements ?? 1;
  return (
    <PagedTable
      title="Abonnements"
      query={useQuery(subscriptionsQuery(accountId, scope, page))}
      columns={columns}
      rowLabel={rowLabel}
      renderDetails={(subscription) => (
        <SubscriptionDetails subscription={subscription} scope={scope} />
      )}
      empty={{
        icon: <IconRepeat />,
        title: "Aucun abonnement n'est disponible pour cet utilisateur.",
      }}
      page={page}
      onPage={(to) => set({ pageAbonnements: to > 1 ? to : undefined, abonnement: undefined })}
      open={search.abonnement}
      onOpen={(id) => set({ abonnement: id })}
    />
  );
}

const dateOrNone = (iso: string | null) => (iso ? formatDate(iso) : "–");
const eurosOrNone = (cents: number | null) => (cents === null ? "–" : formatEuros(cents));

/** Until when a subscription that is not paid opens, or since when it does not any more. */
const accessFact = (until: string) => ({
  label: Date.parse(until) > Date.now() ? "Donne accès jusqu'au" : "Ne donne plus accès depuis le",
  value: formatShort(until),
});

function SubscriptionDetails({
  subscription,
  scope,
}: {
  subscription: Subscription;
  scope: Scope;
}) {
  return (
    <DetailCards>
      <DetailCard title="Abonnement">
        <Facts
          items={[
            { label: "Libellé", value: subscription.libelle, wide: true },
            { label: "Début", value: formatDate(subscription.debut) },
            { label: "État", value: subscriptionState(subscription).label },
            { label: "Fin", value: dateOrNone(subscription.fin) },
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
            { label: "Reconductible", value: subscription.isReconductible ? "Oui" : "Non" },
            {
              label: "Prochain paiement",
              value: dateOrNone(subscription.date_prochain_paiement),
            },
          ]}
        />
        <SubscriptionActions subscription={subscription} />
      </DetailCard>
      <DetailCard title="Tarification">
        <Facts
          items={[
            { label: "Tarif mensuel", value: subscriptionPrice(subscription) },
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
    </DetailCards>
  );
}
