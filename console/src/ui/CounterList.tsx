import { formatCount } from "@/words/format";
import classes from "./CounterList.module.css";
import type { StatusColor } from "./StatusChip";

export type Counter = { label: string; value: number; color: StatusColor };

/** Counts side by side, each with its number, its word, and a bar in its colour. */
export function CounterList({ items }: { items: readonly Counter[] }) {
  return (
    <ul className={classes.list}>
      {items.map(({ label, value, color }) => (
        <li key={label} className={classes.item} data-status={color}>
          <strong className={classes.value}>{formatCount(value)}</strong>{" "}
          <span className={classes.label}>{label}</span>
        </li>
      ))}
    </ul>
  );
}
