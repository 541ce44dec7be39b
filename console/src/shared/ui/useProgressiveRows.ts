import { startTransition, useEffect, useState } from "react";

/** The rows of the first render, more than a screen shows; the others are rendered just after. */
const AT_ONCE = 200;

export function useRowsInTime<T>(rows: readonly T[]): readonly T[] {
  const [limit, setLimit] = useState(AT_ONCE);
  useEffect(() => {
    if (rows.length > limit) startTransition(() => setLimit(rows.length));
  }, [rows.length, limit]);
  return rows.length > limit ? rows.slice(0, limit) : rows;
}
