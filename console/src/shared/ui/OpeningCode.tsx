import { VisuallyHidden } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { formatCountdown } from "@/shared/format";
import { secondsUntil } from "@/shared/time/deadline";
import { useSecondsUntil } from "@/shared/time/useSecondsUntil";
import { BusyButton } from "./BusyButton";
import { CodeDelivery, type Delivery } from "./CodeDelivery";
import { CopyButton } from "./CopyButton";
import classes from "./OpeningCode.module.css";

type OpeningCodeProps = {
  code: string;
  /** When it stops opening, by the clock of this machine. */
  deadline: number;
  delivery: Delivery | undefined;
  onRenew: () => void;
  renewing: boolean;
};

/** A code to read over the telephone, and the time left to type it. Give it its code as `key`. */
export function OpeningCode({ code, deadline, delivery, onRenew, renewing }: OpeningCodeProps) {
  const left = useSecondsUntil(deadline);
  const [atFirst] = useState(
    () => `Code d'ouverture ${code.split("").join(" ")}, ${life(deadline)}.`,
  );
  const isUsed = delivery === "utilise";
  const over = left === 0 || isUsed;
  const id = useId();
  const panel = useRef<HTMLElement>(null);

  // It takes the place of the button that asked for it, and so its focus.
  useEffect(() => panel.current?.focus(), []);

  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-labelledby={id}
      data-over={over || undefined}
      tabIndex={-1}
    >
      <h3 id={id} className={classes.title}>
        Code d'ouverture
      </h3>
      <p className={classes.code}>{code}</p>
      {over ? (
        <>
          {isUsed ? (
            <CodeDelivery state={delivery} />
          ) : (
            <p className={classes.time}>Ce code n'est plus valable.</p>
          )}
          <BusyButton busy={renewing} onClick={onRenew}>
            Générer un nouveau code
          </BusyButton>
        </>
      ) : (
        <>
          <p className={classes.time}>
            <IconClock size={18} stroke={1.75} aria-hidden />
            Valable encore{" "}
            <span className={classes.left} role="timer">
              {formatCountdown(left)}
            </span>
          </p>
          <CodeDelivery state={delivery} />
          <CopyButton text={code} label="Copier le code" done="Code copié" />
        </>
      )}
      {/* Spoken at the start and at the end alone: the seconds would drown everything else. */}
      <VisuallyHidden role="status">
        {over ? "Ce code n'est plus valable." : atFirst}
      </VisuallyHidden>
    </section>
  );
}

function life(deadline: number): string {
  const seconds = secondsUntil(deadline);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `valable ${seconds} seconde${seconds > 1 ? "s" : ""}`;
  return `valable ${minutes} minute${minutes > 1 ? "s" : ""}`;
}
