import { Group, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import type { Column, RowDetails, Sort } from "@/ui/table/Table";
import { List } from "./List";
import classes from "./lists.module.css";
import { useOpenRows } from "./useOpenRows";

type WholeListPageProps<T> = {
  title: string;
  subtitle: string;
  icon: ReactNode;
  /** The primary action of the page. */
  action?: ReactNode;
  query: UseQueryResult<readonly T[]>;
  columns: readonly Column<T>[];
  rowActions?: (row: T) => ReactNode;
  details: Pick<RowDetails<T>, "rowLabel" | "renderDetails">;
  empty: { title: string; hint: ReactNode };
  /** What narrows and sorts the list in the browser, for lists that are long; absent: all rows are shown as they come. */
  narrowed?: Narrowed<T>;
};

type Narrowed<T> = {
  /** The search box, filters and number of rows. */
  tools: ReactNode;
  rows: readonly T[];
  sort: Sort;
  /** Shown where no row is left. */
  noMatch: ReactNode;
  /** Shown beside the list where the screen is wide, else in its place. */
  beside?: ReactNode;
};

/** A list that its query answers whole, with its title; the open rows are kept in the URL. */
export function WholeListPage<T extends { id: number }>(page: WholeListPageProps<T>) {
  const { title, subtitle, icon, action, query, columns, rowActions, details, empty } = page;
  const { open, toggle } = useOpenRows();
  const openRows = { expanded: open, onToggle: toggle };
  const filled = page.narrowed && query.data?.length !== 0 && !query.isLoadingError;
  const narrowed = filled ? page.narrowed : undefined;
  const list = (
    <List
      query={query}
      rows={narrowed?.rows}
      table={{
        caption: `${title}, ${subtitle}`,
        columns,
        sort: narrowed?.sort,
        rowActions,
        ...details,
        ...openRows,
      }}
      icon={icon}
      empty={narrowed ? narrowed.noMatch : <EmptyState icon={icon} {...empty} />}
    />
  );
  return (
    <>
      {query.isLoadingError ? (
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
      ) : (
        <PageHeader title={title} subtitle={subtitle} action={action} />
      )}
      {narrowed && (
        <Group component="search" gap="sm" mb="md" className={classes.tools}>
          {narrowed.tools}
        </Group>
      )}
      {narrowed?.beside ? (
        <div className={classes.split}>
          <div>{list}</div>
          <div>{narrowed.beside}</div>
        </div>
      ) : (
        list
      )}
    </>
  );
}
