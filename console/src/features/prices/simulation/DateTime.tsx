import { formatShort } from "@/format";
import classes from "./simulation.module.css";

/** « 05/03/2026 - 14h05 », never broken across lines. */
export function DateTime({ date }: { date: string }) {
  return (
    <time dateTime={date} className={classes.date}>
      {formatShort(date)}
    </time>
  );
}
