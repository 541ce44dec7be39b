import { Button, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { asApiError } from "@/api/errors";
import { ofName } from "@/entities/account/names";
import { BusyButton } from "@/ui/form/BusyButton";
import { DoubleClickShield } from "@/ui/form/DoubleClickShield";
import { FormError } from "@/ui/form/FormError";
import { Answers } from "@/ui/layout/Answers";
import classes from "./opening.module.css";
import type { Stay, StayAction } from "./target";

const QUESTIONS: Record<StayAction, (customer: string) => string> = {
  end: (customer) => `Voulez-vous vraiment mettre fin à l'utilisation ${ofName(customer)}\u00a0?`,
  free: (customer) =>
    `Voulez-vous vraiment ne pas faire payer l'utilisation ${ofName(customer)}\u00a0?`,
};

type StepConfirmProps = {
  action: StayAction;
  stay: Stay;
  onBack: () => void;
  onConfirm: () => Promise<void>;
};

export function StepConfirm({ action, stay, onBack, onConfirm }: StepConfirmProps) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const pressed = useRef(false);

  const accept = async () => {
    // A second press may come before the busy state is rendered.
    if (pressed.current) return;
    pressed.current = true;
    setRunning(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(asApiError(error).message);
      setRunning(false);
      pressed.current = false;
    }
  };

  return (
    <>
      <DoubleClickShield />
      <Text className={classes.long} id="question-a-distance">
        {QUESTIONS[action](stay.customer)}
      </Text>
      <FormError message={failure} />
      <Answers>
        <Button
          variant="default"
          disabled={running}
          autoFocus
          aria-describedby="question-a-distance"
          onClick={onBack}
        >
          Retour
        </Button>
        <BusyButton color={action === "end" ? "red" : undefined} busy={running} onClick={accept}>
          Confirmer
        </BusyButton>
      </Answers>
    </>
  );
}
