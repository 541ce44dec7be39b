import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { List, type Page } from "@/kit/lists/List";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";

type PagedTableProps<T> = {
  title: string;
  query: UseQueryResult<Page<T>>;
  columns: readonly Column<T>[];
  rowLabel: (row: T) => string;
  renderDetails: (row: T) => ReactNode;
  empty: { icon: ReactNode; title: string };
  page: number;
  onPage: (page: number) => void;
  open: number | undefined;
  onOpen: (id: number | undefined) => void;
};

/** The subscriptions or stays of an account, one row open at a time. */
export function PagedTable<T extends { id: number }>(props: PagedTableProps<T>) {
  const { title, query, empty, page, onPage, open, onOpen } = props;
  const paging = { page, onPage, label: `Pages, ${title.toLowerCase()}` };
  return (
    <Block title={title} bare>
      <List
        query={query}
        table={{
          caption: title,
          columns: props.columns,
          rowLabel: props.rowLabel,
          renderDetails: props.renderDetails,
          expanded: new Set(open === undefined ? [] : [open]),
          onToggle: (id) => onOpen(id === open ? undefined : id),
        }}
        icon={empty.icon}
        empty={<EmptyState {...empty} />}
        paging={query.data?.total === 0 ? undefined : paging}
      />
    </Block>
  );
}
