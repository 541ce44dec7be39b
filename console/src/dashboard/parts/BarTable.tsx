import { Button, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { StatusColor } from "@/ui/StatusChip";
import { usePhone } from "@/ui/usePhone";
import { formatCount } from "@/words/format";
import classes from "./BarTable.module.css";
import type { FigureColumn } from "./FigureTable";

type BarTableProps<T> = {
  caption: string;
  /** The first column names the row, above its bar; the others hold numbers. */
  columns: readonly FigureColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  /** The value that the bar's length represents. */
  length: (row: T) => number;
  /** The value of a full-length bar; by default the largest of the rows. */
  most?: number;
  color?: (row: T) => StatusColor;
};

/** The number of rows shown at first; a button shows the others. */
const COLLAPSED_ROWS = 12;

/** A bar chart built as a table, or as a list on a phone: each row has its name, its bar and its numbers. */
export function BarTable<T>(props: BarTableProps<T>) {
  const { rows, length } = props;
  const [all, setAll] = useState(false);
  const shown = {
    ...props,
    rows: all ? rows : rows.slice(0, COLLAPSED_ROWS),
    most: props.most ?? Math.max(...rows.map(length), 1),
  };
  return (
    <>
      {usePhone() ? <List {...shown} /> : <Table {...shown} />}
      {rows.length > COLLAPSED_ROWS && (
        <Button variant="subtle" size="xs" onClick={() => setAll(!all)}>
          {all ? "Montrer moins" : `Montrer les ${formatCount(rows.length)}`}
        </Button>
      )}
    </>
  );
}

type ShownProps<T> = BarTableProps<T> & { most: number };

function Table<T>({ caption, columns, rows, rowKey, length, most, color }: ShownProps<T>) {
  return (
    <table className={classes.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ key, header }) => (
            <th key={key} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-status={color?.(row)}>
            {columns.map(({ key, render }, index) =>
              index === 0 ? (
                <th key={key} scope="row">
                  {render(row)}
                  <Bar share={length(row) / most} />
                </th>
              ) : (
                <td key={key}>{render(row)}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function List<T>({ caption, columns, rows, rowKey, length, most, color }: ShownProps<T>) {
  const [name, ...numbers] = columns;
  return (
    <ul className={classes.list} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} data-status={color?.(row)}>
          <span className={classes.name}>{name?.render(row)}</span>
          <Bar share={length(row) / most} />
          <dl className={classes.numbers}>
            {numbers.map(({ key, header, render }) => (
              <div key={key}>
                <dt>{header}</dt>
                <dd>{render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <span className={classes.rail} aria-hidden="true">
      <span
        className={classes.bar}
        style={{ width: share > 0 ? `max(3px, ${share * 100}%)` : 0 }}
      />
    </span>
  );
}
