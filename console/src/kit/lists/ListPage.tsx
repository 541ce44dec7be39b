import { Group, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatTotal, plural } from "@/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { SearchBox } from "@/ui/form/SearchBox";
import { useDebouncedSearch } from "@/ui/form/useDebouncedSearch";
import { type FilterChip, FilterChips } from "@/ui/layout/FilterChips";
import { PageHeader } from "@/ui/layout/PageHeader";
import type { Column, RowDetails } from "@/ui/table/Table";
import { ExportButton, ExportProgress } from "../export/ExportBar";
import type { Export } from "../export/useExport";
import type { Key } from "./keys";
import { List, type Page } from "./List";
import classes from "./lists.module.css";
import { PAGE_SIZE } from "./pageSize";
import { isRefused } from "./QueryState";
import { useOpenRow } from "./useOpenRow";

/** The part of `useListSearch` that a page needs whatever its filters are. */
type ListSearch = {
  search: { recherche?: string; page?: number; ligne?: number };
  set(changes: (current: object) => object, options: { replace: boolean }): void;
  narrow(changes: object, options?: { replace?: boolean }): void;
  goToPage(page: number, key?: Key): void;
};

type ListWords = {
  /** Names the pager. */
  pages: string;
  empty: { title: string; hint: string };
  noMatch: { title: string; hint: string; widen: string; icon?: ReactNode };
};

type ListPageProps<T> = {
  title: string;
  subtitle: string;
  icon: ReactNode;
  words: ListWords;
  /** The state of the list, from `useListSearch`. */
  list: ListSearch;
  query: UseQueryResult<Page<T>>;
  columns: readonly Column<T>[];
  rowActions?: (row: T) => ReactNode;
  /** Absent where rows do not open. */
  details?: Pick<RowDetails<T>, "rowLabel" | "renderDetails">;
  /** Above the search: named sets of filters, or where rows come from. */
  views?: ReactNode;
  /** The search box: its label, and the longest text that it takes. */
  searchBox?: { label: string; maxLength?: number };
  /** The button of the filters, and what stands before it. */
  filters?: ReactNode;
  /** The active filters, each with what removes it from the state. */
  chips?: readonly (FilterChip & { without: object })[];
  /** What the rows of all pages add up to, in words; empty until it is known. */
  sums?: string;
  /** The state without any filter, which looks wider where nothing matches; a search goes too, unless it is in here. */
  noFilter?: object;
  /** Before the export: other files to download. */
  files?: ReactNode;
  /** The export of the list, from `useExport`. */
  download?: Export;
  /** What its button says, where it is not the rows of the list that are exported. */
  downloadLabel?: string;
};

/** A list of many pages: its title, search, filters and export, its rows and its pager; its state is in the URL. */
export function ListPage<T extends { id: number }>(page: ListPageProps<T>) {
  const { title, subtitle, icon, words, list, query, chips = [], download } = page;
  const { items = [], total = 0, totalPlafonne } = query.data ?? {};
  const openRow = useOpenRow(list, query, items);
  const refused = isRefused(query);
  const narrowed = chips.length > 0 || list.search.recherche !== undefined;
  const table = {
    caption: `${title}, ${subtitle}`,
    columns: page.columns,
    rowActions: page.rowActions,
  };

  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        action={
          !refused &&
          download && (
            <>
              {page.files}
              <ExportButton
                download={download}
                {...(page.downloadLabel && { label: page.downloadLabel })}
              />
            </>
          )
        }
      />
      {!refused && page.views}
      {!refused && (
        <Group component="search" gap="sm" mb="md" className={classes.tools}>
          {page.searchBox && <ListSearchBox list={list} {...page.searchBox} />}
          {page.filters}
          <FilterChips
            chips={chips}
            onRemove={(key) => list.narrow(chips.find((chip) => chip.key === key)?.without ?? {})}
          />
        </Group>
      )}
      {page.sums !== undefined && (
        // Its place is kept, so that the list does not move.
        <Text c="dimmed" mb="sm" mih="1.55em">
          {page.sums &&
            total > 0 &&
            `${formatTotal({ total, totalPlafonne })} ${plural(total, "résultat")}, ${page.sums}`}
        </Text>
      )}
      {download && <ExportProgress download={download} total={total} capped={totalPlafonne} />}
      <List
        query={query}
        table={page.details ? { ...table, ...page.details, ...openRow } : table}
        icon={icon}
        skeleton={PAGE_SIZE}
        paging={{ page: list.search.page ?? 1, onPage: list.goToPage, label: words.pages }}
        empty={
          narrowed ? (
            <NoMatch
              {...words.noMatch}
              onWiden={() => list.narrow({ recherche: undefined, ...page.noFilter })}
            />
          ) : (
            <EmptyState icon={icon} {...words.empty} />
          )
        }
      />
    </>
  );
}

type ListSearchBoxProps = { list: ListSearch; label: string; maxLength?: number };

function ListSearchBox({ list, ...box }: ListSearchBoxProps) {
  const { text, type } = useDebouncedSearch(list.search.recherche ?? "", (query) =>
    list.narrow({ recherche: query || undefined }, { replace: true }),
  );
  return <SearchBox {...box} value={text} onChange={type} />;
}
