import { Button, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { formatLong } from "@/format";
import { Answers } from "@/ui/layout/Answers";
import classes from "./opening.module.css";
import type { Stay, StayAction } from "./target";

type StayActionsProps = {
  /** Null once the stay has ended. */
  stay: Stay | null;
  onAsk: (action: StayAction) => void;
  /** The last requested action: its button takes the focus back. */
  returnTo: StayAction | null;
};

export function StayActions({ stay, onAsk, returnTo }: StayActionsProps) {
  const end = useRef<HTMLButtonElement>(null);
  const madeFree = returnTo === "free" && stay?.free === true;

  // « Ne pas faire payer » is hidden once the stay is free: the button beside it takes the focus.
  useEffect(() => {
    if (madeFree) end.current?.focus();
  }, [madeFree]);

  return (
    <Stack
      component="section"
      gap="sm"
      pt="md"
      className={classes.stay}
      aria-label="Utilisation en cours"
    >
      <Title order={3} size="h4">
        Utilisation en cours
      </Title>
      {stay ? (
        <>
          <Text className={classes.long}>
            {stay.customer}, depuis le {formatLong(stay.startedAt)}
            {stay.free && " (gratuite)"}
          </Text>
          <Answers justify="flex-start">
            {!stay.free && (
              <Button
                variant="default"
                autoFocus={returnTo === "free"}
                onClick={() => onAsk("free")}
              >
                Ne pas faire payer
              </Button>
            )}
            <Button
              variant="outline"
              color="red"
              ref={end}
              autoFocus={returnTo === "end"}
              onClick={() => onAsk("end")}
            >
              Mettre fin à l'utilisation
            </Button>
          </Answers>
        </>
      ) : (
        <Text>Cette utilisation est terminée.</Text>
      )}
    </Stack>
  );
}
