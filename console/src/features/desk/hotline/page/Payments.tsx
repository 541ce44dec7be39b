import { Box, Button, Group, Stack, Text } from "@mantine/core";
import type { PropsWithChildren, ReactNode } from "react";
import { disputeOf } from "@/entities/payment/dispute";
import { ACTION_LABELS } from "@/entities/payment/paymentActions";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Action, Payment } from "@/entities/payment/types";
import { formatDate, formatEuros } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import type { Call } from "../api";
import { paidFor, paidSince } from "./naming";
import classes from "./page.module.css";

type PaymentsProps = { call: Call; onOpen: (payment: Payment, action?: Action) => void };

/** The payments of what is in progress, those not settled, then the last ones, with what may be done to each. */
export function Payments({ call, onOpen }: PaymentsProps) {
  return (
    <Block title="Paiements">
      <PlainList className={classes.items}>
        {call.paiements.map((payment) => (
          <PaymentItem key={payment.id} payment={payment} call={call} onOpen={onOpen} />
        ))}
      </PlainList>
    </Block>
  );
}

function PaymentItem({ payment, call, onOpen }: PaymentsProps & { payment: Payment }) {
  const {
    montant,
    rembourse,
    remboursementEnAttente: waiting,
    demandeRemboursement: demande,
    paiementDetail,
  } = payment;
  const since = paidSince(payment);
  const about = `${paidFor(payment)}${since ? ` du ${formatDate(since)}` : ""}`;
  return (
    <Stack component="li" gap={6}>
      <Paid name={paidFor(payment)} days={since && formatDate(since)}>
        <Text fw={600}>{formatEuros(montant)}</Text>
      </Paid>
      <Group gap="4 12" fz={13} c="dimmed">
        <StatusChip {...paymentStatus(paiementDetail.paiementStatut)} />
        {payment.contestation && <span>{disputeOf(payment.contestation)}</span>}
        {demande?.issue === "" && <span>Remboursement demandé le {formatDate(demande.le)}</span>}
        {demande?.issue === "refusee" && (
          <span>Remboursement refusé le {formatDate(demande.decideeLe ?? demande.le)}</span>
        )}
        {rembourse > waiting && <span>dont {formatEuros(rembourse - waiting)} remboursés</span>}
        {waiting > 0 && (
          <span>
            Remboursement en attente{"\u00a0"}: {formatEuros(waiting)}
          </span>
        )}
      </Group>
      <Group gap={6} ml={-8}>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Détails du paiement, ${about}`}
          onClick={() => onOpen(payment)}
        >
          Détails
        </Button>
        {actionsOf(payment, call).map((action) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            aria-label={`${ACTION_LABELS[action]}, ${about}`}
            onClick={() => onOpen(payment, action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

type PaidProps = PropsWithChildren<{ name: ReactNode; days: string | null | undefined }>;

/** What is paid for and since when; beside it, the sum or the state. */
export function Paid({ name, days, children }: PaidProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
      <Box flex={1}>
        {name}
        <Text fz={13} c="dimmed">
          {days}
        </Text>
      </Box>
      {children}
    </Group>
  );
}

/** The actions of the call on this payment, in the order of their labels. */
const actionsOf = ({ id }: Payment, { actions }: Call) =>
  (Object.keys(ACTION_LABELS) as Action[]).filter((action) =>
    actions.some((act) => act.action === action && act.objet.id === id),
  );
