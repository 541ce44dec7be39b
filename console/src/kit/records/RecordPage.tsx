import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { CardSkeleton, ListSkeleton } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { QueryState } from "../lists/QueryState";
import { useBack } from "../routing/page";
import { usePathPart } from "../routing/pageSearch";

/** Returns the id in the address of the page; NaN when it is no number. */
export function useRecordId(): number {
  return Number(usePathPart("id"));
}

export type RecordPageProps<T> = {
  title: string;
  query: UseQueryResult<T>;
  /** The name of the record, shown large beside the title. */
  subtitle: (record: T) => ReactNode;
  /** Its state, beside its name. */
  state?: (record: T) => ReactNode;
  /** The primary action. */
  action?: (record: T) => ReactNode;
  /** The sentence that names the record when there is none. */
  missing: string;
  /** Whether the record may be shown once it is loaded. */
  ready?: boolean;
  /** The search of the list to which the back arrow leads. */
  backSearch?: object;
  /** Where the back arrow leads once the record is there; absent: where the route says. */
  backOf?: (record: T) => { to: string; label: string };
  /** Shown until the first answer. */
  loading?: ReactNode;
  children: (record: T) => ReactNode;
};

/** The page of one record: its title and its parts; or that it loads, or why it failed. */
export function RecordPage<T>({
  title,
  query,
  subtitle,
  state,
  action,
  missing,
  ready = true,
  backSearch,
  backOf,
  loading = <RecordSkeleton />,
  children,
}: RecordPageProps<T>) {
  const listed = useBack();
  const record = ready ? query.data : undefined;
  const back = (record !== undefined && backOf?.(record)) || listed;
  return (
    // Nothing typed for one record is kept for another.
    <UnsavedProvider key={useRecordId()}>
      <PageHeader
        title={title}
        subject={record === undefined ? null : subtitle(record)}
        state={record !== undefined && state?.(record)}
        back={back && { ...back, search: backSearch }}
        action={record !== undefined && action?.(record)}
      />
      <QueryState query={query} missing={missing} loading={loading}>
        {() => (record === undefined ? loading : children(record))}
      </QueryState>
    </UnsavedProvider>
  );
}

/** The placeholder of a record and of a list below it. */
export function RecordSkeleton({ lines }: { lines?: number }) {
  return (
    <>
      <CardSkeleton lines={lines} />
      <ListSkeleton />
    </>
  );
}
