import { Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MissingPage } from "@/ui/feedback/MissingPage";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { Pager } from "@/ui/table/Pager";
import type { TableContent } from "@/ui/table/props";
import { Table } from "@/ui/table/Table";
import { type Key, keyTo, type Neighbours, pageFollows } from "./keys";
import { PAGE_SIZE } from "./pageSize";
import { QueryError } from "./QueryState";

type Row = { id: number };

/**
 * One page of a list, and the number of rows on all pages; `totalPlafonne`: there are more. A list that is read by key says
 * what leads to the pages beside it.
 */
export type Page<T> = { items: readonly T[]; total: number; totalPlafonne?: boolean } & Neighbours;

export type ListProps<T> = {
  query: UseQueryResult<readonly T[] | Page<T>>;
  /** The rows to show of a list that the query answers whole; absent: all. */
  rows?: readonly T[];
  table: TableContent<T>;
  icon: ReactNode;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  /** The number of grey lines shown while the list loads; without it the table shows its own, under its header. */
  skeleton?: number;
  /** Absent where the query answers the whole list. */
  paging?: { page: number; onPage: (page: number, key?: Key) => void; label: string };
};

const rowKey = ({ id }: Row) => id;

const pageOf = <T,>(data: readonly T[] | Page<T>): Page<T> =>
  "items" in data ? data : { items: data, total: data.length };

/** The table of a list and its pager; or that it loads, is empty, or why it failed. */
export function List<T extends Row>({ query, rows, table, paging, ...list }: ListProps<T>) {
  if (query.isLoadingError) return <QueryError query={query} />;
  if (!query.data && list.skeleton) return <ListSkeleton rows={list.skeleton} />;
  const shownPage = pageOf((query.data && rows) ?? query.data ?? []);
  const { items, total, totalPlafonne } = shownPage;
  if (paging && items.length === 0 && total > 0) {
    const last = Math.ceil(total / PAGE_SIZE);
    return <MissingPage icon={list.icon} onLast={() => paging.onPage(last)} />;
  }
  const shown =
    query.data && items.length === 0 ? (
      list.empty
    ) : (
      <Table
        {...table}
        rows={items}
        rowKey={rowKey}
        loading={query.isPending || query.isPlaceholderData}
      />
    );
  if (!paging) return shown;
  return (
    <Stack>
      {shown}
      {query.data && (
        <Pager
          page={paging.page}
          total={total}
          capped={totalPlafonne}
          more={pageFollows(shownPage)}
          pageSize={PAGE_SIZE}
          label={paging.label}
          onChange={(page) => paging.onPage(page, keyTo(page, paging.page, shownPage))}
        />
      )}
    </Stack>
  );
}
