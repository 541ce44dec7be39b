import { startTransition, useEffect, useState } from "react";

/** More rows than anybody sees at once; those beyond follow just after, holding nothing up. */
const AT_ONCE = 200;

export function useRowsInTime<T>(rows: readonly T[]): readonly T[] {
  const [limit, setLimit] = useState(AT_ONCE);
  useEffect(() => {
    if (rows.length > limit) startTransition(() => setLimit(rows.length));
  }, [rows.length, limit]);
  return rows.length > limit ? rows.slice(0, limit) : rows;
}
