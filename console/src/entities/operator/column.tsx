import { Text } from "@mantine/core";
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
    // On two lines: the tables of all operators have a column more.
    render: ({ exploitant }) => (
      <Text span inherit lineClamp={2} maw="7.5rem" style={{ whiteSpace: "normal" }}>
        {operators.find(({ id }) => id === exploitant)?.nom ?? `n°\u00a0${exploitant}`}
      </Text>
    ),
  };
  return first ? [first, operator, ...others] : [operator];
}
