import { VisuallyHidden } from "@mantine/core";
import { formatCount, WEEKDAYS } from "@/format";
import { usePhone } from "@/ui/layout/usePhone";

import { formatTight } from "../format";
import classes from "./HeatTable.module.css";
import { Legend, LegendEntry } from "./Legend";
import { type Scale, scaleUpTo } from "./scale";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const hourName = (hour: number) => `${hour}\u00a0h`;

type HeatTableProps = {
  caption: string;
  /** Returns the value of a day (0 is Monday) and an hour. */
  value: (day: number, hour: number) => number;
  /** What is counted, in the singular and the plural. */
  unit: readonly [one: string, several: string];
};

/** The hours of the week as a table, with deeper colours for higher values. */
export function HeatTable({ caption, value, unit }: HeatTableProps) {
  const upright = usePhone();
  const days = WEEKDAYS.map((_, day) => day);
  const scale = scaleUpTo(
    Math.max(...days.flatMap((day) => HOURS.map((hour) => value(day, hour)))),
  );
  const [rows, columns] = upright ? [HOURS, days] : [days, HOURS];
  const dayName = (day: number) => WEEKDAYS[day] ?? "";
  const at = (row: number, column: number) =>
    upright ? { day: column, hour: row } : { day: row, hour: column };

  return (
    <>
      <table className={classes.heat}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{upright ? "Heure" : "Jour"}</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {upright ? (
                  <abbr title={dayName(column)}>{dayName(column).slice(0, 3)}</abbr>
                ) : (
                  hourName(column)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{upright ? hourName(row) : dayName(row)}</th>
              {columns.map((column) => {
                const { day, hour } = at(row, column);
                const count = value(day, hour);
                return (
                  <td
                    key={column}
                    data-level={scale.level(count)}
                    title={`${dayName(day)}, ${hour}\u00a0h à ${hour + 1}\u00a0h\u00a0: ${formatCount(count)} ${unit[count > 1 ? 1 : 0]}`}
                  >
                    {formatTight(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <Key scale={scale} unit={unit[1]} />
    </>
  );
}

function Key({ scale, unit }: { scale: Scale; unit: string }) {
  return (
    <Legend
      justify="flex-end"
      mt="xs"
      c="dimmed"
      aria-label={`Légende\u00a0: ${unit} par heure de la semaine`}
    >
      {scale.steps.map(({ level, from, to }) => (
        <LegendEntry key={level}>
          <span className={classes.sample} data-level={level} aria-hidden="true" />
          {from === to ? formatCount(from) : `${formatCount(from)} à ${formatCount(to)}`}
        </LegendEntry>
      ))}
    </Legend>
  );
}
