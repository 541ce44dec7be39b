import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { formatDate } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { useCan } from "@/session/rights";
import { type Subscription, useResumeSubscription } from "./api";
import { EndSubscriptionModal } from "./EndSubscriptionModal";
import { PlaceButtons } from "./PlaceButtons";
import { NBSP } from "./words";

/** Ends a subscription, or takes its end back; gives it a locker, or takes it back. */
export function SubscriptionActions({
  subscription,
  subscriber,
}: {
  subscription: Subscription;
  subscriber: string;
}) {
  const [ending, setEnding] = useState(false);
  const may = useCan("DROIT_EVENEMENTS_ECRITURE");
  const mayRefund = useCan("DROIT_USER_GESTIONNAIRES_LECTURE"); // of managers and administrators alone, as refunds are
  if (!may || subscription.actions.length === 0) return null;
  return (
    <Group gap="xs" mt="md">
      {subscription.actions.includes("reprendre") && <ResumeButton subscription={subscription} />}
      <PlaceButtons subscription={subscription} />
      {subscription.actions.includes("resilier") && (
        <Button variant="light" color="red" onClick={() => setEnding(true)}>
          Résilier
        </Button>
      )}
      {ending && (
        <EndSubscriptionModal
          subscription={subscription}
          subscriber={subscriber}
          mayRefund={mayRefund}
          onClose={() => setEnding(false)}
        />
      )}
    </Group>
  );
}

function ResumeButton({ subscription }: { subscription: Subscription }) {
  const { mutateAsync: resume } = useResumeSubscription(subscription.id);
  const { libellePublic, fin } = subscription;
  const ask = useConfirmedWrite({
    question: {
      title: "Reprendre l'abonnement",
      question: `L'abonnement «${NBSP}${libellePublic}${NBSP}» ne se terminera plus le ${fin ? formatDate(fin) : ""}${NBSP}: sa prochaine échéance sera facturée ce jour-là.`,
      action: "Reprendre",
    },
    write: () => resume(),
    done: "L'abonnement est repris.",
  });
  return (
    <Button variant="default" onClick={ask}>
      Reprendre
    </Button>
  );
}
