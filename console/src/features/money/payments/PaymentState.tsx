import { Stack, Text } from "@mantine/core";
import { disputeOf } from "@/entities/payment/dispute";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import type { Payment } from "@/entities/payment/types";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { nextAttemptOf, waitingOf } from "./wording";

/** The status of a payment, and that it is disputed, when it is presented again, or what it waits for. */
export function PaymentState({ payment }: { payment: Payment }) {
  const chip = <StatusChip {...paymentStatus(payment.paiementDetail.paiementStatut)} />;
  const next = disputeOf(payment.contestation) ?? waitingOf(payment) ?? nextAttemptOf(payment);
  return next ? (
    <Stack component="span" gap={2} align="flex-start">
      {chip}
      <Text span size="xs" c="dimmed">
        {next}
      </Text>
    </Stack>
  ) : (
    chip
  );
}
