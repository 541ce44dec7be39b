import { useId } from "react";
import { ListSkeleton } from "../feedback/Skeletons";
import { Card } from "./Card";
import classes from "./Cards.module.css";
import { rowProps, type TableProps } from "./props";

export function Cards<T>(table: TableProps<T>) {
  const { caption, rows, loading } = table;
  const id = useId();
  if (loading && rows.length === 0) return <ListSkeleton />;

  return (
    <ul className={classes.list} aria-label={caption} aria-busy={loading || undefined}>
      {rows.map((row) => (
        <Card key={table.rowKey(row)} {...rowProps(table, row, id)} />
      ))}
    </ul>
  );
}
