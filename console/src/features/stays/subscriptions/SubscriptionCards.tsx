import { personName } from "@/entities/account/names";
import { SubscriptionDetails } from "@/entities/subscription/SubscriptionDetails";
import { DetailCards } from "@/ui/layout/DetailCard";
import { CustomerCard } from "../CustomerCard";
import type { ListedSubscription } from "./api";

type Props = { subscription: ListedSubscription; operatorId: number };

/** A subscription with its acts, and whose it is. */
export function SubscriptionCards({ subscription, operatorId }: Props) {
  return (
    <DetailCards>
      <SubscriptionDetails
        subscription={subscription}
        subscriber={personName(subscription.utilisateur)}
        scope={operatorId}
      />
      <CustomerCard customer={subscription.utilisateur} scope={operatorId} />
    </DetailCards>
  );
}
