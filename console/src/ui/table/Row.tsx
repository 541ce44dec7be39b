import { memo, useRef } from "react";
import { Chevron, cellContent, Details, opensRow } from "./parts";
import type { RowProps } from "./props";
import classes from "./Rows.module.css";

function PlainRow<T>({ row, id, label, detailsId, columns, rowActions, ...of }: RowProps<T>) {
  const chevron = useRef<HTMLButtonElement>(null);
  const open = of.renderDetails !== undefined;
  const toggle = of.onToggle && (() => of.onToggle?.(id));
  const rows = (
    <>
      {/* A click on the row does the same as its chevron, which is a button in reach of the keyboard. */}
      <tr
        className={classes.row}
        data-opens={toggle ? true : undefined}
        data-open={open || undefined}
        aria-rowindex={of.index === undefined ? undefined : of.index + 2}
        onClick={toggle && ((event) => opensRow(event) && toggle())}
      >
        {toggle && (
          <td className={classes.narrow}>
            <Chevron
              ref={chevron}
              label={label}
              open={open}
              detailsId={detailsId}
              onToggle={toggle}
            />
          </td>
        )}
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
      {of.renderDetails && (
        <tr id={detailsId}>
          <td className={classes.panel} colSpan={columns.length + 1 + (rowActions ? 1 : 0)}>
            <Details label={label} chevron={chevron}>
              {of.renderDetails(row)}
            </Details>
          </td>
        </tr>
      )}
    </>
  );
  if (!of.measure) return rows;
  return (
    <tbody ref={of.measure} data-index={of.index}>
      {rows}
    </tbody>
  );
}

/** Rendered again only when its own data changes. */
export const Row = memo(PlainRow) as typeof PlainRow;
