import { Button } from "@mantine/core";
import { useState } from "react";
import { counted } from "@/format";
import { lazyPart } from "@/ui/feedback/lazyPart";
import type { Line } from "./lines";
import { sumOf } from "./sum";
import classes from "./WorklistPage.module.css";

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
        <section className={classes.bar} aria-label="Paiements sélectionnés">
          <strong role="status" className={classes.sum}>
            {counted(payments.length, "paiement")}, {sumOf(payments)}
          </strong>
          <Button variant="subtle" color="gray" className={classes.clear} onClick={onClear}>
            Désélectionner
          </Button>
          <Button onClick={() => setAction("generer-ordre")}>Présenter de nouveau</Button>
          <Button variant="light" color="red" onClick={() => setAction("annuler")}>
            Annuler les paiements
          </Button>
        </section>
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
