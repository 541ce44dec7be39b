import { useId } from "react";
import classes from "./ExpandableCards.module.css";
import type { ExpandableTableProps } from "./ExpandableTable";
import { Chevron, opensRow } from "./expandable";
import { ListSkeleton } from "./Skeletons";

export function ExpandableCards<T>({ columns, rows, loading, ...table }: ExpandableTableProps<T>) {
  const { rowKey, rowLabel, renderDetails, expanded, onToggle, rowActions } = table;
  const id = useId();
  const [title, ...others] = columns;
  if (loading && rows.length === 0) return <ListSkeleton />;

  return (
    <ul className={classes.list} aria-label={table.caption} aria-busy={loading || undefined}>
      {rows.map((row) => {
        const key = rowKey(row);
        const open = expanded.has(key);
        const detailsId = `${id}-${key}`;
        return (
          <li key={key} className={classes.card} data-open={open || undefined}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: it only widens the chevron, a button that the keyboard reaches. */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
            <div className={classes.summary} onClick={(event) => opensRow(event) && onToggle(key)}>
              <div className={classes.head}>
                <div className={classes.title}>{title?.render(row)}</div>
                <Chevron
                  label={rowLabel(row)}
                  open={open}
                  detailsId={detailsId}
                  onToggle={() => onToggle(key)}
                />
              </div>
              <dl className={classes.facts}>
                {others
                  .filter((column) => !column.hideOnPhone)
                  .map((column) => (
                    <div key={column.key} className={classes.fact}>
                      <dt>{column.header}</dt>
                      <dd>{column.render(row)}</dd>
                    </div>
                  ))}
              </dl>
            </div>
            {open && (
              <section
                id={detailsId}
                className={classes.details}
                aria-label={`Détails de ${rowLabel(row)}`}
              >
                {renderDetails(row)}
              </section>
            )}
            {rowActions && <div className={classes.actions}>{rowActions(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
