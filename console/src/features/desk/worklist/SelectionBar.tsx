import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { counted } from "@/format";
import { lazyPart } from "@/ui/feedback/lazyPart";
import type { Line } from "./lines";
import { sumOf } from "./sum";
import classes from "./worklist.module.css";

const ActModal = lazyPart(async () => (await import("./handling/ActModal")).ActModal, {
  onMissing: ({ onClose }) => onClose(),
});

type SelectionBarProps = { payments: Line[]; operatorId: number; onClear: () => void };

/** How many payments are chosen and their sum, and what can be done to all of them at once. */
export function SelectionBar({ payments, operatorId, onClear }: SelectionBarProps) {
  const [action, setAction] = useState<"generer-ordre" | "annuler" | null>(null);
  return (
    <>
      {payments.length > 0 && (
        <Group
          component="section"
          gap="sm"
          className={classes.bar}
          aria-label="Paiements sélectionnés"
        >
          <Text component="strong" fw={700} role="status">
            {counted(payments.length, "paiement")}, {sumOf(payments)}
          </Text>
          <Button variant="subtle" color="gray" mr="auto" onClick={onClear}>
            Désélectionner
          </Button>
          <Button onClick={() => setAction("generer-ordre")}>Présenter de nouveau</Button>
          <Button variant="light" color="red" onClick={() => setAction("annuler")}>
            Annuler les paiements
          </Button>
        </Group>
      )}
      {action && (
        <ActModal
          action={action}
          payments={payments}
          operatorId={operatorId}
          onClose={() => setAction(null)}
        />
      )}
    </>
  );
}
