import "@mantine/charts/styles.layer.css";
import { AreaChart } from "@mantine/charts";
import { Paper } from "@mantine/core";
import { formatDuration, formatEuros } from "@/format";
import type { Simulation } from "./api";
import { chartEnd, type Step, stepsOf, ticksUpTo } from "./curve";

const MINUTE = 60_000;

const LIMIT_LABEL = {
  position: "insideTopRight",
  fill: "var(--mantine-color-text)",
  fontSize: 12,
} as const;

/** A chart of the price over the duration, with the position of the stay. */
export function PriceChart({ simulation }: { simulation: Simulation }) {
  const end = chartEnd(simulation);
  const since = (date: string | null) =>
    date && (Date.parse(date) - Date.parse(simulation.dateDebutStationnement)) / MINUTE;
  const limits = [
    { at: since(simulation.dateDebutDepassement), label: "Dépassement", color: "orange.7" },
    { at: since(simulation.dateEnlevement), label: "Enlèvement", color: "red.6" },
  ];
  return (
    <AreaChart
      h={240}
      data={stepsOf(simulation)}
      dataKey="minutes"
      series={[{ name: "price", color: "lagoon.6" }]}
      curveType="stepAfter"
      fillOpacity={0.12}
      withDots={false}
      gridAxis="x"
      tickLine="none"
      accessibilityLayer={false}
      valueFormatter={formatEuros}
      xAxisProps={{
        type: "number",
        domain: [0, end],
        ticks: ticksUpTo(end),
        tickFormatter: (minutes: number) => (minutes === 0 ? "0" : formatDuration(minutes)),
        interval: "preserveStartEnd",
      }}
      yAxisProps={{
        width: 72,
        domain: [0, simulation.courbe.some(({ prix }) => prix > 0) ? "auto" : 100],
      }}
      referenceLines={limits.flatMap(({ at, label, color }) =>
        typeof at === "number" ? [{ x: at, color, label: { ...LIMIT_LABEL, value: label } }] : [],
      )}
      referenceDots={[
        {
          x: Math.min(simulation.dureeStationnementTotal, end),
          y: simulation.prixActuel,
          r: 6,
          color: "lagoon.7",
        },
      ]}
      tooltipProps={{ content: ({ payload }) => <StepHint step={payload?.[0]?.payload} /> }}
    />
  );
}

function StepHint({ step }: { step: Step | undefined }) {
  if (!step) return null;
  return (
    <Paper withBorder px="sm" py="xs" shadow="sm" fz={13}>
      <strong>{formatEuros(step.price)}</strong>
      <div>
        au-delà de {formatDuration(step.minutes)}
        {step.until > step.minutes && `, jusqu'à ${formatDuration(step.until)}`}
      </div>
    </Paper>
  );
}
