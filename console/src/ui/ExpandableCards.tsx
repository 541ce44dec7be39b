import { useId } from "react";
import { ExpandableCard } from "./ExpandableCard";
import classes from "./ExpandableCards.module.css";
import { ListSkeleton } from "./Skeletons";
import { type ExpandableTableProps, rowProps } from "./tableProps";

export function ExpandableCards<T>(table: ExpandableTableProps<T>) {
  const { caption, rows, loading } = table;
  const id = useId();
  if (loading && rows.length === 0) return <ListSkeleton />;

  return (
    <ul className={classes.list} aria-label={caption} aria-busy={loading || undefined}>
      {rows.map((row) => (
        <ExpandableCard key={table.rowKey(row)} {...rowProps(table, row, id)} />
      ))}
    </ul>
  );
}
