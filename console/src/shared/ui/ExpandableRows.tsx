import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Fragment, useId } from "react";
import classes from "./ExpandableRows.module.css";
import type { ExpandableTableProps } from "./ExpandableTable";
import { Chevron, cellContent, opensRow, SKELETON_ROWS } from "./expandable";

export function ExpandableRows<T>({ columns, rows, loading, ...table }: ExpandableTableProps<T>) {
  const { rowKey, rowLabel, renderDetails, expanded, onToggle, rowActions } = table;
  const id = useId();
  const width = columns.length + 1 + (rowActions ? 1 : 0);

  return (
    <table className={classes.table} aria-busy={loading || undefined}>
      <caption>
        <VisuallyHidden>{table.caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col" className={classes.narrow}>
            <VisuallyHidden>Détails</VisuallyHidden>
          </th>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-align={column.align}>
              {column.header}
            </th>
          ))}
          {rowActions && (
            <th scope="col" className={classes.narrow}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {loading && rows.length === 0 && <SkeletonRows width={width} />}
        {rows.map((row) => {
          const key = rowKey(row);
          const open = expanded.has(key);
          const detailsId = `${id}-${key}`;
          return (
            <Fragment key={key}>
              {/* The row only widens its chevron, a button that the keyboard reaches. */}
              <tr
                className={classes.row}
                data-open={open || undefined}
                onClick={(event) => opensRow(event) && onToggle(key)}
              >
                <td className={classes.narrow}>
                  <Chevron
                    label={rowLabel(row)}
                    open={open}
                    detailsId={detailsId}
                    onToggle={() => onToggle(key)}
                  />
                </td>
                {columns.map((column, index) => {
                  const content = cellContent(column.render(row));
                  return index === 0 ? (
                    <th key={column.key} scope="row" data-align={column.align}>
                      {content}
                    </th>
                  ) : (
                    <td key={column.key} data-align={column.align}>
                      {content}
                    </td>
                  );
                })}
                {rowActions && (
                  <td className={classes.narrow}>
                    <div className={classes.actions}>{rowActions(row)}</div>
                  </td>
                )}
              </tr>
              {open && (
                <tr className={classes.details} id={detailsId}>
                  <td colSpan={width}>
                    <section className={classes.panel} aria-label={`Détails de ${rowLabel(row)}`}>
                      {renderDetails(row)}
                    </section>
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function SkeletonRows({ width }: { width: number }) {
  return Array.from({ length: SKELETON_ROWS }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all alike and never move.
    <tr key={row}>
      {Array.from({ length: width }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <td key={cell}>
          <Skeleton height={12} width={cell === 0 ? 16 : `${80 - ((row + cell) % 3) * 15}%`} />
        </td>
      ))}
    </tr>
  ));
}
