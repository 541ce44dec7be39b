import { Anchor, Button, Group, Stack, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { components } from "@/api/schema";
import { DIFFERENCE_MEANINGS, differenceState, MOVEMENT_KINDS } from "@/entities/difference/words";
import { disputeOf } from "@/entities/payment/dispute";
import { formatDate, formatEuros, formatEurosChange, formatMonth } from "@/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Facts } from "@/ui/layout/Facts";
import { PaymentPanel } from "../payments/details/PaymentPanel";
import { ExplainModal } from "./ExplainModal";

type DifferencePanelProps = {
  operatorId: number;
  /** undefined: it waits for no explanation any more. */
  difference: components["schemas"]["OpenDifference"] | undefined;
};

/** One difference that waits for its explanation, with the payment that it is about. */
export function DifferencePanel({ operatorId, difference }: DifferencePanelProps) {
  const [explaining, setExplaining] = useState(false);
  if (!difference)
    return <EmptyState icon={<IconCircleCheck />} title="Cet écart n'attend plus d'explication." />;
  const { etat, type, mois, montant, montantPrestataire, depuis, contestation, paiement } =
    difference;
  const dispute = disputeOf(contestation);
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <Title order={3} size="h2">
          {MOVEMENT_KINDS[type] ?? type}
        </Title>
        <StatusChip color="orange" label={differenceState(etat)} />
        {dispute && <StatusChip color="orange" label={dispute} />}
      </Group>
      <Facts
        roomy
        items={[
          { label: "Chez nous", value: formatEuros(montant) },
          { label: "Chez le prestataire", value: formatEuros(montantPrestataire) },
          { label: "Différence", value: formatEurosChange(montantPrestataire - montant) },
          { label: "Constaté le", value: formatDate(depuis) },
          { label: "Ce que cela veut dire", value: DIFFERENCE_MEANINGS[etat], wide: true },
        ]}
      />
      <Group gap="md">
        <Button onClick={() => setExplaining(true)}>Expliquer l'écart</Button>
        <Anchor
          underline="always"
          renderRoot={(props) => <Link {...props} to="/rapprochement" search={{ mois }} />}
        >
          Voir le rapprochement de {formatMonth(mois)}
        </Anchor>
      </Group>
      {paiement !== null && <PaymentPanel id={paiement} />}
      {explaining && (
        <ExplainModal
          difference={difference}
          operatorId={operatorId}
          orphan={false}
          onClose={() => setExplaining(false)}
        />
      )}
    </Stack>
  );
}
