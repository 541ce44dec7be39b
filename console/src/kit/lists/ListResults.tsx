import { Button } from "@mantine/core";
import { IconZoomExclamation } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { PropsWithChildren, ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { EmptyState } from "@/ui/EmptyState";
import { LoadError } from "@/ui/LoadError";
import { MissingPage } from "@/ui/MissingPage";
import { Pager } from "@/ui/Pager";
import { ListSkeleton } from "@/ui/Skeletons";
import classes from "./lists.module.css";

const PAGE_SIZE = 10;

type ListResultsProps = PropsWithChildren<{
  query: UseQueryResult;
  /** The number of rows on this page, and in the whole list. */
  shown: number;
  total: number;
  page: number;
  onPage: (page: number) => void;
  /** Names the list in the pager. */
  label: string;
  icon: ReactNode;
  /** Shown instead of an empty list. */
  empty: ReactNode;
}>;

/** The table of a list with its pager, or the reason why it is missing. */
export function ListResults({ query, shown, total, page, onPage, ...list }: ListResultsProps) {
  if (query.isLoadingError) {
    const { message, requestId } = asApiError(query.error);
    return (
      <LoadError message={message} requestId={requestId} onRetry={() => void query.refetch()} />
    );
  }
  if (!query.data) return <ListSkeleton rows={PAGE_SIZE} />;
  if (shown === 0 && total > 0) {
    return <MissingPage icon={list.icon} onLast={() => onPage(Math.ceil(total / PAGE_SIZE))} />;
  }
  return (
    <div className={classes.results}>
      {shown > 0 ? list.children : list.empty}
      <Pager page={page} total={total} pageSize={PAGE_SIZE} label={list.label} onChange={onPage} />
    </div>
  );
}

type NoMatchProps = { title: string; hint: string; widen: string; onWiden: () => void };

/** Shown when the filters match nothing. */
export function NoMatch({ title, hint, widen, onWiden }: NoMatchProps) {
  return (
    <EmptyState
      icon={<IconZoomExclamation />}
      title={title}
      hint={hint}
      action={
        <Button variant="default" onClick={onWiden}>
          {widen}
        </Button>
      }
    />
  );
}
