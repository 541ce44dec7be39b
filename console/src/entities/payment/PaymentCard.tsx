import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { components } from "@/api/schema";
import type { Scope } from "@/data/scope";
import { useCan } from "@/session/rights";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { DetailCard } from "@/ui/layout/DetailCard";
import { paymentStatus } from "./paymentStatus";

type PaymentCardProps = { payment: components["schemas"]["StayPayment"]; scope: Scope };

/** Shows the payment status, with a link to the payment. */
export function PaymentCard({ payment: { id, paiementStatut }, scope }: PaymentCardProps) {
  const mayRead = useCan("DROIT_EVENEMENTS_LECTURE");
  const to = scope === undefined ? "/liste-paiements" : "/liste-paiements-exploitant";
  return (
    <DetailCard title="Statut de paiement">
      <Group justify="space-between" gap="xs">
        <StatusChip {...paymentStatus(paiementStatut)} />
        {id !== null && mayRead && (
          <Button
            renderRoot={(props) => <Link {...props} to={to} search={{ paiement: id }} />}
            variant="default"
            size="xs"
          >
            Détails du paiement
          </Button>
        )}
      </Group>
    </DetailCard>
  );
}
