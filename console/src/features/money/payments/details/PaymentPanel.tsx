import { Box, Title } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { ACTION_LABELS } from "../wording";
import { usePaymentSteps } from "./usePaymentSteps";

/** The details of one payment with its actions, in a panel: Escape leaves an action before it closes the panel. */
export function PaymentPanel({ id }: { id: number }) {
  const { step, back, content } = usePaymentSteps({ id });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!step || event.key !== "Escape") return;
    event.preventDefault();
    void back();
  };
  return (
    <Box onKeyDown={onKeyDown}>
      {step && (
        <Title order={3} mb="md">
          {ACTION_LABELS[step]}
        </Title>
      )}
      {content}
    </Box>
  );
}
