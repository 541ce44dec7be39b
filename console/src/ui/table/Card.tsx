import { memo, useRef } from "react";
import classes from "./Cards.module.css";
import { Chevron, Details, opensRow } from "./parts";
import type { RowProps } from "./props";

function PlainCard<T>({ row, id, label, detailsId, columns, rowActions, ...of }: RowProps<T>) {
  const [title, ...others] = columns;
  const chevron = useRef<HTMLButtonElement>(null);
  const open = of.renderDetails !== undefined;
  const toggle = of.onToggle && (() => of.onToggle?.(id));
  return (
    <li
      ref={of.measure}
      className={classes.card}
      data-open={open || undefined}
      data-index={of.index}
      aria-posinset={of.index === undefined ? undefined : of.index + 1}
      aria-setsize={of.count}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only widens the chevron, a button that the keyboard reaches. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div
        className={classes.summary}
        data-opens={toggle ? true : undefined}
        onClick={toggle && ((event) => opensRow(event) && toggle())}
      >
        <div className={classes.title}>
          <div>{title?.render(row)}</div>
          {toggle && (
            <Chevron
              ref={chevron}
              label={label}
              open={open}
              detailsId={detailsId}
              onToggle={toggle}
            />
          )}
        </div>
        <dl className={classes.facts}>
          {others
            .filter((column) => !column.hideOnPhone)
            .map((column) => (
              <div key={column.key}>
                <dt>{column.header}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
        </dl>
      </div>
      {of.renderDetails && (
        <Details id={detailsId} className={classes.foot} label={label} chevron={chevron}>
          {of.renderDetails(row)}
        </Details>
      )}
      {rowActions && (
        <div className={classes.foot} data-actions>
          {rowActions(row)}
        </div>
      )}
    </li>
  );
}

/** Rendered again only when its own data changes. */
export const Card = memo(PlainCard) as typeof PlainCard;
