import { formatDuration, formatEuros } from "@/format";
import type { Simulation } from "./api";
import { landmarksOf } from "./curve";
import classes from "./simulation.module.css";

/** The chart in words: the prices of a few round durations. */
export function Landmarks({ simulation }: { simulation: Simulation }) {
  return (
    <dl className={classes.landmarks}>
      {landmarksOf(simulation).map(({ minutes, price, removal }) => (
        <div key={minutes} className={classes.landmark} data-removal={removal || undefined}>
          <dt>
            {formatDuration(minutes)}
            {removal && ", enlèvement"}
          </dt>
          <dd>{formatEuros(price)}</dd>
        </div>
      ))}
    </dl>
  );
}
