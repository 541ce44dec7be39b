import { Group, VisuallyHidden } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";
import { formatCount, formatPercentChange } from "@/format";
import { formatRateChange, NONE } from "./format";
import type { Compared } from "./types";

type ChangeProps = Compared & {
  /** Shows the change in percentage points: « +2 % » of a rate would be read as points anyway. */
  rate?: boolean;
};

/**
 * Shows the difference from the previous period, with an arrow and a sign. It has no colour, because an
 * increase is good for some figures and bad for others.
 */
export function Change({ valeur, precedente, rate = false }: ChangeProps) {
  if (
    valeur === null ||
    precedente === null ||
    (precedente <= 0 && valeur !== precedente && !rate)
  ) {
    return (
      <span>
        <span aria-hidden="true">{NONE}</span>
        <VisuallyHidden>sans comparaison possible</VisuallyHidden>
      </span>
    );
  }
  const words = rate ? formatRateChange(valeur - precedente) : proportion(valeur, precedente);
  // A difference that rounds to zero is shown as no change.
  if (!/[1-9]/.test(words)) return <span>stable</span>;
  const Arrow = valeur > precedente ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Group component="span" display="inline-flex" gap={2} wrap="nowrap">
      <Arrow size={14} stroke={2} aria-hidden />
      {words}
    </Group>
  );
}

/** From this ratio on, the change is shown as a factor: large percentages are hard to read. */
const MANY_TIMES = 10;

function proportion(now: number, before: number): string {
  if (now === before) return formatPercentChange(0);
  const times = now / before;
  return times >= MANY_TIMES
    ? `×\u00a0${formatCount(Math.round(times))}`
    : formatPercentChange(times - 1);
}
