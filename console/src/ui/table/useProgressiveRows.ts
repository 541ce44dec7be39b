import { startTransition, useEffect, useState } from "react";

/** The rows of the first render, more than a screen shows; the others are rendered just after. */
const INITIAL_ROWS = 200;

export function useProgressiveRows<T>(rows: readonly T[]): readonly T[] {
  const [limit, setLimit] = useState(INITIAL_ROWS);
  useEffect(() => {
    if (rows.length > limit) startTransition(() => setLimit(rows.length));
  }, [rows.length, limit]);
  return rows.length > limit ? rows.slice(0, limit) : rows;
}
