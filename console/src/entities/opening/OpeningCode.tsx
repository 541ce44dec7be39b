import { Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { formatCountdown } from "@/format";
import { BusyButton } from "@/ui/form/BusyButton";
import { CopyButton } from "@/ui/form/CopyButton";
import type { CodeRecipient, Delivery } from "./api";
import { CodeDelivery } from "./CodeDelivery";
import { secondsUntil } from "./deadline";
import classes from "./OpeningCode.module.css";
import { SendCode } from "./SendCode";
import { useSecondsUntil } from "./useSecondsUntil";

type OpeningCodeProps = {
  code: string;
  /** The instant at which the code expires, by the clock of this device. */
  deadline: number;
  delivery: Delivery | undefined;
  recipient: CodeRecipient | undefined;
  onRenew: () => void;
  renewing: boolean;
};

/** An opening code to read out over the telephone, with the time left. Pass the code as `key` too. */
export function OpeningCode({
  code,
  deadline,
  delivery,
  recipient,
  onRenew,
  renewing,
}: OpeningCodeProps) {
  const left = useSecondsUntil(deadline);
  const [atFirst] = useState(
    () => `Code d'ouverture ${code.split("").join(" ")}, ${life(deadline)}.`,
  );
  const isUsed = delivery?.etat === "utilise";
  const over = left === 0 || isUsed;
  const id = useId();
  const panel = useRef<HTMLElement>(null);

  // Takes the focus of the button that it replaces; not from what has it when a question of the dialog is left.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus();
  }, []);

  return (
    <Paper
      component="section"
      withBorder
      ref={panel}
      p="md"
      bg="var(--selected)"
      aria-labelledby={id}
      data-over={over || undefined}
      tabIndex={-1}
    >
      <Stack align="center" gap="xs">
        <Text component="h3" id={id} fw={600}>
          Code d'ouverture
        </Text>
        <p className={classes.code}>{code}</p>
        {over ? (
          <>
            {isUsed ? (
              <CodeDelivery delivery={delivery} />
            ) : (
              <Text mb={4}>Ce code n'est plus valable.</Text>
            )}
            <BusyButton busy={renewing} onClick={onRenew}>
              Générer un nouveau code
            </BusyButton>
          </>
        ) : (
          <>
            <Group component="p" gap={6} mb={4}>
              <IconClock size={18} stroke={1.75} aria-hidden />
              Valable encore{" "}
              <Text span inherit fw={650} data-figures role="timer">
                {formatCountdown(left)}
              </Text>
            </Group>
            <Text ta="center">À taper au clavier du casier, dans les trois minutes.</Text>
            <CodeDelivery delivery={delivery} />
            <Group justify="center" gap="xs">
              <CopyButton text={code} label="Copier le code" done="Code copié" />
              {recipient && <SendCode recipient={recipient} />}
            </Group>
          </>
        )}
        {/* Announced only at the start and at the end: announcing every second would mask everything else. */}
        <VisuallyHidden role="status">
          {isUsed ? "" : over ? "Ce code n'est plus valable." : atFirst}
        </VisuallyHidden>
      </Stack>
    </Paper>
  );
}

function life(deadline: number): string {
  const seconds = secondsUntil(deadline);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `valable ${seconds} seconde${seconds > 1 ? "s" : ""}`;
  return `valable ${minutes} minute${minutes > 1 ? "s" : ""}`;
}
