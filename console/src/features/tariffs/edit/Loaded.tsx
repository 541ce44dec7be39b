import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { LoadError } from "@/ui/LoadError";
import { ListSkeleton } from "@/ui/Skeletons";

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  rows?: number;
  children: (data: T) => ReactNode;
};

/** Renders a part of the page that has its own query: its skeleton, its content, or its error. */
export function Loaded<T>({ query, rows = 3, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <ListSkeleton rows={rows} />;
  const { message, requestId } = asApiError(query.error);
  return <LoadError message={message} requestId={requestId} onRetry={() => void query.refetch()} />;
}
