import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { Block } from "@/ui/Block";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { LoadError } from "@/ui/LoadError";
import { MissingPage } from "@/ui/MissingPage";
import { Pager } from "@/ui/Pager";
import classes from "./detail.module.css";

type PagedTableProps<T> = {
  title: string;
  query: UseQueryResult<{ items: T[]; total: number }>;
  columns: readonly Column<T>[];
  rowLabel: (row: T) => string;
  renderDetails: (row: T) => ReactNode;
  empty: { icon: ReactNode; title: string };
  page: number;
  onPage: (page: number) => void;
  open: number | undefined;
  onOpen: (id: number | undefined) => void;
};

const PAGE_SIZE = 10;

const rowKey = ({ id }: { id: number }) => id;

/** The subscriptions or stays of an account, ten a page, one row open at a time. */
export function PagedTable<T extends { id: number }>(props: PagedTableProps<T>) {
  const { title, query, columns, rowLabel, renderDetails, empty, page, onPage, open, onOpen } =
    props;
  return (
    <Block title={title} bare>
      {query.isLoadingError ? (
        <LoadError
          message={asApiError(query.error).message}
          requestId={asApiError(query.error).requestId}
          onRetry={() => void query.refetch()}
        />
      ) : query.data?.total === 0 ? (
        <EmptyState {...empty} />
      ) : query.data?.items.length === 0 ? (
        <MissingPage
          icon={empty.icon}
          onLast={() => onPage(Math.ceil((query.data?.total ?? 0) / PAGE_SIZE))}
        />
      ) : (
        <div className={classes.paged}>
          <ExpandableTable
            caption={title}
            columns={columns}
            rows={query.data?.items ?? []}
            rowKey={rowKey}
            rowLabel={rowLabel}
            renderDetails={renderDetails}
            expanded={new Set(open === undefined ? [] : [open])}
            onToggle={(id) => onOpen(id === open ? undefined : id)}
            loading={query.isPending || query.isPlaceholderData}
          />
          {query.data && (
            <Pager
              page={page}
              total={query.data.total}
              label={`Pages, ${title.toLowerCase()}`}
              onChange={onPage}
            />
          )}
        </div>
      )}
    </Block>
  );
}
