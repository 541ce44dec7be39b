import { Button, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { asApiError } from "@/api/errors";
import { ofName } from "@/entities/account/names";
import { BusyButton } from "@/ui/form/BusyButton";
import { DoubleClickShield } from "@/ui/form/DoubleClickShield";
import { FormError } from "@/ui/form/FormError";
import { Answers } from "@/ui/layout/Answers";
import classes from "./opening.module.css";
import type { Stay } from "./target";

type StepConfirmProps = {
  stay: Stay;
  onBack: () => void;
  onConfirm: () => Promise<void>;
};

/** Asks whether to make a stay free. */
export function StepConfirm({ stay, onBack, onConfirm }: StepConfirmProps) {
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
        Voulez-vous vraiment ne pas faire payer l'utilisation {ofName(stay.customer)}&nbsp;?
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
        <BusyButton busy={running} onClick={accept}>
          Confirmer
        </BusyButton>
      </Answers>
    </>
  );
}
