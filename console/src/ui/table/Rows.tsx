import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import { SKELETON_ROWS } from "./parts";
import { rowProps, type TableProps } from "./props";
import { Row } from "./Row";
import classes from "./Rows.module.css";

export function Rows<T>(table: TableProps<T>) {
  const { caption, columns, rows, rowActions, loading } = table;
  const id = useId();

  return (
    <table className={classes.table} aria-busy={loading || undefined}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {table.onToggle && (
            <th scope="col" className={classes.narrow}>
              <VisuallyHidden>Détails</VisuallyHidden>
            </th>
          )}
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
        {loading && rows.length === 0 && (
          <SkeletonRows width={columns.length + (table.onToggle ? 1 : 0) + (rowActions ? 1 : 0)} />
        )}
        {rows.map((row) => (
          <Row key={table.rowKey(row)} {...rowProps(table, row, id)} />
        ))}
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
