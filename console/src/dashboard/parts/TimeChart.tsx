import { CompositeChart } from "@mantine/charts";
import { Group, Paper, Stack, Text } from "@mantine/core";
import { pointTick, pointWords } from "../days";
import type { Pace, Point } from "../types";
import classes from "./drawing.module.css";
import { Legend, LegendEntry } from "./Legend";

export type Series = {
  name: string;
  label: string;
  color: string;
  type: "area" | "line" | "bar";
  /** Marks the series of the period compared with. */
  dashed?: boolean;
};

type TimeChartProps = {
  /** Describes the drawing for screen readers. */
  summary: string;
  points: readonly Point[];
  pace: Pace;
  series: readonly Series[];
  /** Returns the value of a series at the point with that index. */
  value: (name: string, index: number) => number | null;
  format: (value: number) => string;
  axis: Axis;
  /** Stacks the bars, which are parts of a whole. */
  stacked?: boolean;
  height?: number;
};

/** The value axis. */
export type Axis = {
  tick: (value: number) => string;
  /** Set when only whole numbers make sense. */
  whole?: boolean;
  /** Returns the tick values, from 0 to beyond the highest value; by default round numbers. */
  ticksUpTo?: (most: number) => number[];
};

/** With more points than this, dots would hide the line. */
const DOTS_UP_TO = 14;

/** Leaves room for the highest number of the axis, and for the dot at the end of a line. */
const MARGIN = { top: 10, right: 6, bottom: 0, left: 10 };

/** A chart of one or more series over the period. */
export function TimeChart(props: TimeChartProps) {
  const { summary, points, pace, series, value, format, axis, height = 240 } = props;
  const data = points.map(({ du }, index) => ({
    du,
    ...Object.fromEntries(series.map(({ name }) => [name, value(name, index)])),
  }));
  const values = points.flatMap((_, index) => series.map(({ name }) => value(name, index) ?? 0));
  const ticks = axis.ticksUpTo?.(Math.max(...values));
  return (
    <>
      <SeriesLegend series={series} />
      <div role="img" aria-label={summary}>
        <CompositeChart
          aria-hidden="true"
          h={height}
          data={data}
          dataKey="du"
          series={series.map(({ dashed, ...one }) => ({
            ...one,
            strokeDasharray: dashed ? "5 4" : undefined,
          }))}
          curveType="linear"
          withDots={points.length <= DOTS_UP_TO}
          dotProps={{ r: 3 }}
          areaProps={{ fillOpacity: 0.1 }}
          barProps={{ stackId: props.stacked ? "whole" : undefined }}
          maxBarWidth={36}
          composedChartProps={{ margin: MARGIN, barGap: 1, barCategoryGap: "16%" }}
          tickLine="none"
          strokeDasharray="3 4"
          accessibilityLayer={false}
          valueFormatter={format}
          xAxisProps={{
            tickFormatter: (day: string) => pointTick(day, pace),
            minTickGap: 20,
            interval: "preserveStart",
          }}
          yAxisProps={{
            width: "auto",
            domain: [0, ticks?.at(-1) ?? "auto"],
            allowDecimals: !axis.whole,
            // Recharts breaks a label at its spaces.
            tickFormatter: (tick: number) => axis.tick(tick).replaceAll(" ", "\u00a0"),
            tickCount: 5,
            ticks,
          }}
          tooltipProps={{
            content: ({ active, payload, label }) => {
              const index = points.findIndex(({ du }) => du === label);
              const point = points[index];
              if (!active || !payload || !point) return null;
              return (
                <Paper withBorder shadow="md" px="sm" py="xs" className={classes.hint}>
                  <strong>{pointWords(point, pace)}</strong>
                  <Stack component="dl" gap={2} m={0}>
                    {series.map(({ name, label: seriesLabel, ...style }) => {
                      const shown = value(name, index);
                      return (
                        shown !== null && (
                          <Group key={name} justify="space-between" gap="lg" wrap="nowrap">
                            <Group component="dt" gap="xs" wrap="nowrap" maw={224}>
                              <Mark {...style} />
                              {seriesLabel}
                            </Group>
                            <Text component="dd" inherit fw={550} flex="none">
                              {format(shown)}
                            </Text>
                          </Group>
                        )
                      );
                    })}
                  </Stack>
                </Paper>
              );
            },
          }}
        />
      </div>
    </>
  );
}

function SeriesLegend({ series }: { series: readonly Series[] }) {
  return (
    <Legend mb="sm">
      {series.map(({ name, label, ...style }) => (
        <LegendEntry key={name}>
          <Mark {...style} />
          {label}
        </LegendEntry>
      ))}
    </Legend>
  );
}

/** The sample in the legend: a piece of the series' line or bar. */
export function Mark({ color, type, dashed }: Pick<Series, "color" | "type" | "dashed">) {
  return (
    <span
      className={classes.mark}
      data-shape={type === "bar" ? "bar" : dashed ? "dashes" : "line"}
      style={{ color }}
      aria-hidden="true"
    />
  );
}
