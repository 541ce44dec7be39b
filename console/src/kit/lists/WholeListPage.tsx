import { VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "@/ui/EmptyState";
import { PageHeader } from "@/ui/PageHeader";
import type { Column, RowDetails } from "@/ui/table/Table";
import { useOpenRows } from "@/ui/table/useOpenRows";
import { List } from "./List";

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
};

/** A list that its query answers whole, with its title; the open rows are kept in the URL. */
export function WholeListPage<T extends { id: number }>(page: WholeListPageProps<T>) {
  const { title, subtitle, icon, action, query, columns, rowActions, details, empty } = page;
  const { open, toggle } = useOpenRows();
  const openRows = { expanded: open, onToggle: toggle };
  return (
    <>
      {query.isLoadingError ? (
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
      ) : (
        <PageHeader title={title} subtitle={subtitle} action={action} />
      )}
      <List
        query={query}
        table={{ caption: `${title}, ${subtitle}`, columns, rowActions, ...details, ...openRows }}
        icon={icon}
        empty={<EmptyState icon={icon} {...empty} />}
      />
    </>
  );
}
