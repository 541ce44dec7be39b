import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryState } from "@/kit/QueryState";
import { ListSkeleton } from "@/ui/Skeletons";

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  rows?: number;
  children: (data: T) => ReactNode;
};

/** Renders a part of the page that has its own query: its skeleton, its content, or its error. */
export function Loaded<T>({ query, rows = 3, children }: LoadedProps<T>) {
  return (
    <QueryState query={query} loading={<ListSkeleton rows={rows} />}>
      {children}
    </QueryState>
  );
}
