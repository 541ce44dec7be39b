import { useId } from "react";
import { ExpandableCard } from "./ExpandableCard";
import classes from "./ExpandableCards.module.css";
import { ListSkeleton } from "./Skeletons";
import type { ExpandableTableProps } from "./tableProps";

export function ExpandableCards<T>(table: ExpandableTableProps<T>) {
  const { caption, rows, expanded, loading, ...row } = table;
  const id = useId();
  if (loading && rows.length === 0) return <ListSkeleton />;

  return (
    <ul className={classes.list} aria-label={caption} aria-busy={loading || undefined}>
      {rows.map((one) => {
        const key = row.rowKey(one);
        return (
          <ExpandableCard key={key} {...row} row={one} open={expanded.has(key)} idOfTable={id} />
        );
      })}
    </ul>
  );
}
