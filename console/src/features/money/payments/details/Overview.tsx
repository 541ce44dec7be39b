import { Button, Group, SimpleGrid, Stack, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { personName } from "@/entities/account/names";
import type { Operator } from "@/entities/operator/api";
import { disputeOf } from "@/entities/payment/dispute";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Action, Payment } from "@/entities/payment/types";
import { formatEuros, formatPhone, formatShort } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Answers } from "@/ui/layout/Answers";
import { DetailCards } from "@/ui/layout/DetailCard";
import { type Fact, Facts } from "@/ui/layout/Facts";
import money from "../../money.module.css";
import { DocumentsCard } from "../documents/DocumentsCard";
import { PaidFor } from "../PaidFor";
import classes from "../payments.module.css";
import { Uuid } from "../Uuid";
import { ACTION_LABELS, REFUND_WAITING, refundedOf } from "../wording";
import { Attempts } from "./Attempts";
import { PaymentLinks } from "./PaymentLinks";
import { RequestChip, RequestState } from "./RequestState";

type OverviewProps = {
  payment: Payment;
  /** False while the payment is as the list has it, which leaves its documents out. */
  loaded: boolean;
  /** The operators, on pages that list payments of several. */
  operators?: readonly Operator[];
  onAction: (action: Action) => void;
  /** The action just left: its button takes the focus, or the title when that button is gone. */
  returnTo: Action | null;
  /** Says what was just done. */
  done: string | null;
};

export function Overview({ payment, loaded, operators, onAction, returnTo, done }: OverviewProps) {
  const name = useRef<HTMLHeadingElement>(null);
  const removed = returnTo !== null && !payment.actions.includes(returnTo);
  useEffect(() => {
    if (removed) name.current?.focus();
  }, [removed]);

  return (
    <Stack gap={20}>
      <div>
        <div role="status">
          {done && <StatusChip color="green" label={done} icon={<IconCheck aria-hidden />} />}
        </div>
        <Group component="header" gap="xs" mt={done ? "xs" : undefined}>
          <Title order={3} size="h2" className={money.long} ref={name} tabIndex={-1}>
            {personName(payment)}
          </Title>
          <StatusChip {...paymentStatus(payment.paiementDetail.paiementStatut)} />
          {payment.contestation && (
            <StatusChip color="orange" label={disputeOf(payment.contestation) ?? ""} />
          )}
          {payment.demandeRemboursement && <RequestChip request={payment.demandeRemboursement} />}
          {payment.test && <StatusChip color="grey" label="Test" />}
        </Group>
      </div>
      {payment.demandeRemboursement && <RequestState request={payment.demandeRemboursement} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Facts roomy items={factsOf(payment, operators)} />
        <section aria-label="Historique">
          <Title order={3} size="h4" mb="sm">
            Historique
          </Title>
          <Attempts payment={payment} />
        </section>
      </SimpleGrid>
      {loaded && <DocumentsCard payment={payment} />}
      <DetailCards>
        <PaidFor payment={payment} />
      </DetailCards>
      <PaymentLinks payment={payment} all={operators !== undefined} />
      {payment.actions.length > 0 && (
        <div className={classes.actions} data-foot>
          <Answers>
            {payment.actions.map((action) => (
              <Button
                key={action}
                variant={action === "annuler" ? "outline" : "default"}
                color={action === "annuler" ? "red" : undefined}
                autoFocus={action === returnTo}
                onClick={() => onAction(action)}
              >
                {ACTION_LABELS[action]}
              </Button>
            ))}
          </Answers>
        </div>
      )}
    </Stack>
  );
}

function factsOf(payment: Payment, operators: readonly Operator[] = []): Fact[] {
  const { montant, montantInitial, remboursementEnAttente, datePaiement, uuidReservation } =
    payment;
  const refunded = refundedOf(payment);
  const operator = operators.find(({ id }) => id === payment.exploitant);
  const facts: (Fact | false | undefined)[] = [
    { label: "Montant", value: <strong>{formatEuros(montant)}</strong> },
    montantInitial !== montant && { label: "Montant facturé", value: formatEuros(montantInitial) },
    refunded > 0 && { label: "Remboursé", value: formatEuros(refunded) },
    remboursementEnAttente > 0 && {
      label: REFUND_WAITING,
      value: formatEuros(remboursementEnAttente),
    },
    { label: "Date de paiement", value: datePaiement ? formatShort(datePaiement) : "–" },
    { label: "Téléphone", value: formatPhone(payment.telephone) || "–" },
    { label: "Email", value: payment.email || "–" },
    operator && { label: "Exploitant", value: operator.nom },
    {
      label: "Identifiant de transaction",
      value: <Uuid uuid={uuidReservation} full />,
      wide: true,
    },
  ];
  return facts.filter((fact) => Boolean(fact)) as Fact[];
}
