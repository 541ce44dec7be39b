import { Text } from "@mantine/core";
import { type CSSProperties, Fragment } from "react";
import { formatDuration, formatEuros } from "@/format";
import type { Simulation } from "./api";
import { DateTime } from "./DateTime";
import classes from "./simulation.module.css";
import { nextStages, type Stage, stagesOf } from "./stages";

const NAMES: Record<Stage["kind"], string> = {
  normal: "Stationnement normal",
  overrun: "Dépassement",
  removal: "Enlèvement",
};

const COLORS: Record<Stage["kind"], string | undefined> = {
  normal: undefined,
  overrun: "orange",
  removal: "red",
};

/**
 * The parts of the stay from start to end, with widths proportional to their durations as far as labels stay
 * readable.
 */
export function Timeline({ simulation }: { simulation: Simulation }) {
  const stages = stagesOf(simulation);
  const next = nextStages(simulation);
  return (
    <>
      <ol className={classes.stages}>
        {stages.map(({ kind, minutes, price, since }) => (
          <li
            key={kind}
            data-status={COLORS[kind]}
            style={{ "--minutes": minutes } as CSSProperties}
          >
            <strong>{NAMES[kind]}</strong>
            <span>
              {minutes > 0 && `${formatDuration(minutes)} · `}
              {formatEuros(price)}
            </span>
            <Text span c="dimmed">
              Dès le <DateTime date={since} />
            </Text>
          </li>
        ))}
      </ol>
      {stages.some(({ kind }) => kind === "removal") && (
        <Text c="dimmed" mt="sm">
          Depuis l'enlèvement, l'accès est bloqué et le prix n'augmente plus.
        </Text>
      )}
      {next.length > 0 && (
        <Text c="dimmed" mt="sm">
          Si l'utilisation se prolonge&nbsp;:{" "}
          {next.map(({ kind, since }, index) => (
            <Fragment key={kind}>
              {index > 0 && ", "}
              {NAMES[kind].toLowerCase()} dès le <DateTime date={since} />
            </Fragment>
          ))}
          .
        </Text>
      )}
    </>
  );
}
