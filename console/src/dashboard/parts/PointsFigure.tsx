import { PACE_WORDS, pointWords } from "../days";
import { orNone } from "../format";
import type { FigureKey, Figures, Point } from "../types";
import { Figure } from "./Figure";
import { FigureTable } from "./FigureTable";
import { type Axis, type Series, TimeChart } from "./TimeChart";

type Counted = keyof Omit<Point, "du" | "au">;

/** A series named after the field of a point that it draws. */
export type PointSeries = Series & { name: Counted };

type PointsFigureProps = {
  figures: Figures;
  csv: FigureKey;
  title: string;
  hint: string;
  empty: string;
  /** The total of the whole period, in words. */
  summary: string;
  series: readonly PointSeries[];
  format: (value: number) => string;
  axis: Axis;
  stacked?: boolean;
  height?: number;
};

/** Shows one or more fields of each point of the period, as a drawing and as a table. */
export function PointsFigure(props: PointsFigureProps) {
  const { figures, csv, title, hint, empty, summary, series, format, axis, stacked, height } =
    props;
  const { serie, pas, periode } = figures;
  return (
    <Figure
      title={title}
      hint={hint}
      csv={csv}
      range={periode}
      empty={serie.every((point) => series.every(({ name }) => !point[name])) && empty}
      table={
        <FigureTable
          caption={`${title}, ${PACE_WORDS[pas]}`}
          rows={serie}
          rowKey={({ du }) => du}
          columns={[
            { key: "point", header: "Période", render: (point) => pointWords(point, pas) },
            ...series.map(({ name, label }) => ({
              key: name,
              header: label,
              render: (point: Point) => orNone(point[name], format),
            })),
          ]}
        />
      }
    >
      <TimeChart
        summary={`${title}, ${PACE_WORDS[pas]}\u00a0: ${summary}.`}
        points={serie}
        pace={pas}
        series={series}
        value={(name, index) => serie[index]?.[name as Counted] ?? null}
        format={format}
        axis={axis}
        stacked={stacked}
        height={height}
      />
    </Figure>
  );
}
