import { formatCount } from "@/format";
import type { StatusColor } from "../feedback/StatusChip";
import classes from "./CounterList.module.css";
import { PlainList } from "./PlainList";

export type Counter = { label: string; value: number; color: StatusColor };

type CounterListProps<C extends Counter> = {
  items: readonly C[];
  /** Makes each count a button that narrows what stands below to what it counts; absent: nothing can be pressed. */
  onPress?: (counter: C) => void;
  isPressed?: (counter: C) => boolean;
};

/** Counts side by side, each with its number, its word, and a bar in its colour. */
export function CounterList<C extends Counter>({ items, onPress, isPressed }: CounterListProps<C>) {
  return (
    <PlainList row gap="xs" className={classes.list}>
      {items.map((counter) => (
        <li key={counter.label}>
          {onPress ? (
            <button
              type="button"
              className={classes.item}
              data-status={counter.color}
              aria-pressed={isPressed?.(counter) ?? false}
              onClick={() => onPress(counter)}
            >
              <Count {...counter} />
            </button>
          ) : (
            <span className={classes.item} data-status={counter.color}>
              <Count {...counter} />
            </span>
          )}
        </li>
      ))}
    </PlainList>
  );
}

function Count({ label, value }: Counter) {
  return (
    <>
      <strong>{formatCount(value)}</strong> <span>{label}</span>
    </>
  );
}
