import { IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Subscription } from "@/entities/subscription/api";
import { SubscriptionDetails } from "@/entities/subscription/SubscriptionDetails";
import { rowLabel, subscriptionPrice, subscriptionState } from "@/entities/subscription/words";
import { formatDate } from "@/format";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { DetailCards } from "@/ui/layout/DetailCard";
import type { Column } from "@/ui/table/Table";
import { subscriptionsQuery } from "../api";
import { accountDetailSearch } from "../search";
import { personName } from "../wording";
import { PagedTable } from "./PagedTable";

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

type SubscriptionsBlockProps = { account: AccountDetails; scope: Scope };

export function SubscriptionsBlock({ account, scope }: SubscriptionsBlockProps) {
  const { search, set } = usePageSearch(accountDetailSearch);
  const page = search.pageAbonnements ?? 1;
  return (
    <PagedTable
      title="Abonnements"
      query={useQuery(subscriptionsQuery(account.id, scope, page))}
      columns={columns}
      rowLabel={rowLabel}
      renderDetails={(subscription) => (
        <DetailCards>
          <SubscriptionDetails
            subscription={subscription}
            subscriber={personName(account)}
            scope={scope}
          />
        </DetailCards>
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
