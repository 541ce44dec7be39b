import { type RefObject, useId, useLayoutEffect, useState } from "react";
import { Card } from "../Card";
import cards from "../Cards.module.css";
import { rowProps, type TableProps } from "../props";
import { Row } from "../Row";
import { RowsFrame } from "../Rows";
import { useVirtualRows } from "./useVirtualRows";
import classes from "./VirtualTable.module.css";

const ROWS = { estimate: 44, gap: 0 };
const CARDS = { estimate: 160, gap: 12 };

/** A table, or on a phone a list of cards, that renders only the rows near the screen. */
export function VirtualTable<T>({ phone, ...table }: TableProps<T> & { phone: boolean }) {
  return phone ? (
    <VirtualCards {...(table as TableProps<T>)} />
  ) : (
    <VirtualRows {...(table as TableProps<T>)} />
  );
}

function VirtualRows<T>(table: TableProps<T>) {
  const id = useId();
  const { list, parts, measure, onFocus } = useVirtualRows<T, HTMLTableElement>(table, ROWS);
  const widths = useSteadyWidths(list);
  return (
    <RowsFrame
      table={table}
      widths={widths}
      ref={list}
      className={classes.steady}
      data-fixed={widths ? true : undefined}
      aria-rowcount={table.rows.length + 1}
      onFocus={onFocus}
    >
      {parts.map(({ key, ...part }) =>
        "height" in part ? (
          <tbody key={key} aria-hidden>
            <tr style={{ height: part.height }} />
          </tbody>
        ) : (
          <Row key={key} {...rowProps(table, part.row, id)} index={part.index} measure={measure} />
        ),
      )}
    </RowsFrame>
  );
}

function VirtualCards<T>(table: TableProps<T>) {
  const id = useId();
  const { list, parts, measure, onFocus } = useVirtualRows<T, HTMLUListElement>(table, CARDS);
  return (
    <ul
      ref={list}
      className={`${cards.list} ${classes.steady}`}
      aria-label={table.caption}
      aria-busy={table.loading || undefined}
      onFocus={onFocus}
    >
      {parts.map(({ key, ...part }) =>
        "height" in part ? (
          <li key={key} aria-hidden style={{ height: part.height }} />
        ) : (
          <Card
            key={key}
            {...rowProps(table, part.row, id)}
            index={part.index}
            count={table.rows.length}
            measure={measure}
          />
        ),
      )}
    </ul>
  );
}

/**
 * Returns the widths of the columns that the first rows made, in pixels, until the table itself becomes wider or
 * narrower: rows that come and go would move the columns.
 */
function useSteadyWidths(table: RefObject<HTMLTableElement | null>): readonly number[] | undefined {
  const [widths, setWidths] = useState<readonly number[]>();
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return;
    if (!widths) {
      const cells = element.tHead?.rows[0]?.cells ?? [];
      setWidths(Array.from(cells, (cell) => cell.getBoundingClientRect().width));
    }
    const { width } = element.getBoundingClientRect();
    const observer = new ResizeObserver(() => {
      if (element.getBoundingClientRect().width !== width) setWidths(undefined);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [table, widths]);
  return widths;
}
