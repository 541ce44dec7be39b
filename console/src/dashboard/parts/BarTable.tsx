import { Button, Group, Progress, Text } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "@/format";
import { PlainList } from "@/ui/layout/PlainList";
import { usePhone } from "@/ui/layout/usePhone";
import { NumbersTable, type NumbersTableProps } from "./NumbersTable";

type BarTableProps<T> = NumbersTableProps<T> & {
  /** The value that the bar's length represents. */
  length: (row: T) => number;
  /** The value of a full-length bar; by default the largest of the rows. */
  most?: number;
};

/** The number of rows shown at first; a button shows the others. */
const COLLAPSED_ROWS = 12;

/** A bar chart built as a table with a bar under the name of each row, or as a list on a phone: each row has its name, its bar and its numbers. */
export function BarTable<T>(props: BarTableProps<T>) {
  const { rows, length } = props;
  const [all, setAll] = useState(false);
  const shown = {
    ...props,
    rows: all ? rows : rows.slice(0, COLLAPSED_ROWS),
    most: props.most ?? Math.max(...rows.map(length), 1),
  };
  return (
    <>
      {usePhone() ? (
        <List {...shown} />
      ) : (
        <NumbersTable {...shown} under={(row) => <Bar share={length(row) / shown.most} />} />
      )}
      {rows.length > COLLAPSED_ROWS && (
        <Button variant="subtle" size="xs" onClick={() => setAll(!all)}>
          {all ? "Montrer moins" : `Montrer les ${formatCount(rows.length)}`}
        </Button>
      )}
    </>
  );
}

type ShownProps<T> = BarTableProps<T> & { most: number };

function List<T>({ caption, columns, rows, rowKey, length, most, color }: ShownProps<T>) {
  const [name, ...numbers] = columns;
  return (
    <PlainList gap="sm" aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)} data-status={color?.(row)}>
          <Text span fw={500}>
            {name?.render(row)}
          </Text>
          <Bar share={length(row) / most} />
          <Group component="dl" grow gap="sm" m={0} mt={4}>
            {numbers.map(({ key, header, render }) => (
              <div key={key}>
                <Text component="dt" fz="xs" c="dimmed">
                  {header}
                </Text>
                <Text component="dd">{render(row)}</Text>
              </div>
            ))}
          </Group>
        </li>
      ))}
    </PlainList>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <Progress
      value={share > 0 ? Math.max(share * 100, 1) : 0}
      size={6}
      mt={4}
      color="var(--status-dot, var(--hue-1))"
      aria-hidden="true"
    />
  );
}
