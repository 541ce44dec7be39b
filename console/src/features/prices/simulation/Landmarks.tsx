import { Text } from "@mantine/core";
import { formatDuration, formatEuros } from "@/format";
import type { Simulation } from "./api";
import { landmarksOf } from "./curve";
import classes from "./simulation.module.css";

/** The chart in words: the prices of a few round durations. */
export function Landmarks({ simulation }: { simulation: Simulation }) {
  return (
    <dl className={classes.landmarks}>
      {landmarksOf(simulation).map(({ minutes, price, removal }) => (
        <div key={minutes} data-removal={removal || undefined}>
          <Text component="dt" size="xs" c="dimmed">
            {formatDuration(minutes)}
            {removal && ", enlèvement"}
          </Text>
          <Text component="dd" fw={600}>
            {formatEuros(price)}
          </Text>
        </div>
      ))}
    </dl>
  );
}
