import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import cards from "./ExpandableCards.module.css";
import rowsOf from "./ExpandableRows.module.css";
import type { Column } from "./ExpandableTable";
import { cellContent } from "./expandable";
import { usePhone } from "./usePhone";
import { useProgressiveRows } from "./useProgressiveRows";

type DataTableProps<T> = {
  /** The accessible name of the table. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => number;
  rowActions?: (row: T) => ReactNode;
};

/** A table whose rows do not open; on a phone, a list of cards. */
export function DataTable<T>(props: DataTableProps<T>) {
  const shown = { ...props, rows: useProgressiveRows(props.rows) };
  return usePhone() ? <Cards {...shown} /> : <Rows {...shown} />;
}

function Rows<T>({ caption, columns, rows, rowKey, rowActions }: DataTableProps<T>) {
  return (
    <table className={rowsOf.table}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map(({ key, header, align }) => (
            <th key={key} scope="col" data-align={align}>
              {header}
            </th>
          ))}
          {rowActions && (
            <th scope="col" className={rowsOf.narrow}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, align, render }, index) => {
              const content = cellContent(render(row));
              return index === 0 ? (
                <th key={key} scope="row" data-align={align}>
                  {content}
                </th>
              ) : (
                <td key={key} data-align={align}>
                  {content}
                </td>
              );
            })}
            {rowActions && (
              <td className={rowsOf.narrow}>
                <div className={rowsOf.actions}>{rowActions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<T>({ caption, columns, rows, rowKey, rowActions }: DataTableProps<T>) {
  const [title, ...others] = columns;
  return (
    <ul className={cards.list} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={cards.card}>
          <div className={cards.plain}>
            <div className={cards.title}>{title?.render(row)}</div>
            <dl className={cards.facts}>
              {others
                .filter(({ hideOnPhone }) => !hideOnPhone)
                .map(({ key, header, render }) => (
                  <div key={key} className={cards.fact}>
                    <dt>{header}</dt>
                    <dd>{render(row)}</dd>
                  </div>
                ))}
            </dl>
          </div>
          {rowActions && <div className={cards.actions}>{rowActions(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
