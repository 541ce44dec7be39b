import { useQuery } from "@tanstack/react-query";
import { QueryState } from "@/kit/lists/QueryState";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { subscriptionQuery } from "./api";
import { SubscriptionCards } from "./SubscriptionCards";

/** One subscription with its acts, in a panel. */
export function SubscriptionPanel({ id, operatorId }: { id: number; operatorId: number }) {
  return (
    <QueryState query={useQuery(subscriptionQuery(id))} loading={<CardSkeleton lines={8} />}>
      {(subscription) => <SubscriptionCards subscription={subscription} operatorId={operatorId} />}
    </QueryState>
  );
}
