import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./repricing.module.css";

type AdvanceProps = {
  /** The accessible name of the whole. */
  label: string;
  /** What is going on, which is announced. */
  words: string;
  count: ReactNode;
  percent: number;
  hint: string;
  /** What stops it. */
  action?: ReactNode;
  className?: string;
};

/** How far work in the background has come. */
export function Advance({ label, words, count, percent, hint, action, className }: AdvanceProps) {
  return (
    <section className={`${classes.bar} ${className ?? ""}`} aria-label={label}>
      <p className={classes.barText} role="status">
        {words}
      </p>
      <p className={classes.count}>{count}</p>
      <Progress className={classes.progress} value={percent} aria-label="Avancement" />
      {action}
      <p className={classes.barHint}>{hint}</p>
    </section>
  );
}
