import { VisuallyHidden } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { formatCount, formatPercentChange } from "@/shared/format";
import classes from "./Change.module.css";
import { formatRateChange, NONE } from "./format";
import type { Compared } from "./types";

type ChangeProps = Compared & {
  /** A rate changes by points: « +2 % » of a rate would be read as points anyway. */
  rate?: boolean;
};

/**
 * How much more, or less, than in the period before. An arrow and a sign, and no colour: more of
 * one thing is good, more of another is not.
 */
export function Change({ valeur, precedente, rate = false }: ChangeProps) {
  if (valeur === null || precedente === null || (precedente === 0 && valeur !== 0 && !rate)) {
    return (
      <span className={classes.change}>
        <span aria-hidden="true">{NONE}</span>
        <VisuallyHidden>sans comparaison possible</VisuallyHidden>
      </span>
    );
  }
  const words = rate ? formatRateChange(valeur - precedente) : proportion(valeur, precedente);
  // What rounds to nothing is no change.
  if (!/[1-9]/.test(words)) return <span className={classes.change}>stable</span>;
  const Arrow = valeur > precedente ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={classes.change}>
      <Arrow size={14} stroke={2} aria-hidden />
      {words}
    </span>
  );
}

/** From ten times on, nobody reads per cents. */
const MANY_TIMES = 10;

function proportion(now: number, before: number): string {
  if (now === before) return formatPercentChange(0);
  const times = now / before;
  return times >= MANY_TIMES
    ? `×\u00a0${formatCount(Math.round(times))}`
    : formatPercentChange(times - 1);
}
