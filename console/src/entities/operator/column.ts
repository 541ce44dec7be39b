import type { Column } from "@/ui/table/Table";
import type { Operator } from "./api";

/** Adds whose each row is, after the first column, on the pages that show all operators. */
export function withOperator<T extends { exploitant: number }>(
  [first, ...others]: readonly Column<T>[],
  operators: readonly Operator[] = [],
): Column<T>[] {
  const operator: Column<T> = {
    key: "exploitant",
    header: "Exploitant",
    render: ({ exploitant }) =>
      operators.find(({ id }) => id === exploitant)?.nom ?? `n°\u00a0${exploitant}`,
  };
  return first ? [first, operator, ...others] : [operator];
}
