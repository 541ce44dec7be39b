import { Skeleton, VisuallyHidden } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { type ComponentProps, type CSSProperties, useId } from "react";
import { SKELETON_ROWS } from "./parts";
import { type Column, rowProps, type Sort, type TableProps } from "./props";
import { Row } from "./Row";
import classes from "./Rows.module.css";

export function Rows<T>(table: TableProps<T>) {
  const { columns, rows, rowActions, loading } = table;
  const id = useId();
  return (
    <RowsFrame table={table}>
      <tbody>
        {loading && rows.length === 0 && (
          <SkeletonRows width={columns.length + (table.onToggle ? 1 : 0) + (rowActions ? 1 : 0)} />
        )}
        {rows.map((row) => (
          <Row key={table.rowKey(row)} {...rowProps(table, row, id)} />
        ))}
      </tbody>
    </RowsFrame>
  );
}

type RowsFrameProps<T> = ComponentProps<"table"> & {
  table: TableProps<T>;
  /** The widths of the columns in pixels; without them the rows decide. */
  widths?: readonly number[];
};

/** The table with its header, around the rows. */
export function RowsFrame<T>({
  table,
  widths,
  children,
  className,
  ...attributes
}: RowsFrameProps<T>) {
  const { caption, columns, rowActions, loading } = table;
  return (
    <table
      className={className ? `${classes.table} ${className}` : classes.table}
      aria-busy={loading || undefined}
      {...attributes}
    >
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      {widths && (
        <colgroup>
          {widths.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name here, and never moves.
            <col key={column} style={{ "--width": `${width}px` } as CSSProperties} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {table.onToggle && (
            <th scope="col" className={classes.narrow}>
              <VisuallyHidden>Détails</VisuallyHidden>
            </th>
          )}
          {columns.map((column) => (
            <Header key={column.key} column={column} sort={table.sort} />
          ))}
          {rowActions && (
            <th scope="col" className={classes.narrow}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      {children}
    </table>
  );
}

type HeaderProps<T> = { column: Column<T>; sort: Sort | undefined };

function Header<T>({ column: { key, header, align, sortable }, sort }: HeaderProps<T>) {
  if (!sort || !sortable)
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    );
  const order = sort.by === key ? (sort.descending ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" data-align={align} aria-sort={order}>
      <button type="button" className={classes.sort} onClick={() => sort.onSort(key)}>
        {header}
        <IconArrowUp size={14} stroke={2} aria-hidden />
      </button>
    </th>
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
