import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { LoadError } from "@/ui/LoadError";
import { ListSkeleton } from "@/ui/Skeletons";

type QueryErrorProps = { query: Pick<UseQueryResult, "error" | "refetch"> };

/** The failure of a query, with its request id and a button that tries again. */
export function QueryError({ query }: QueryErrorProps) {
  const { message, requestId } = asApiError(query.error);
  return <LoadError message={message} requestId={requestId} onRetry={() => void query.refetch()} />;
}

/** Reports whether the server refuses the query to this account. */
export const isRefused = ({ isLoadingError, error }: UseQueryResult): boolean =>
  isLoadingError && asApiError(error).status === 403;

type QueryStateProps<T> = {
  query: UseQueryResult<T>;
  /** Shown until the first answer. */
  loading?: ReactNode;
  /** The number of grey lines shown until then. */
  rows?: number;
  children: (data: T) => ReactNode;
};

/** What a query answered; before, that it loads or why it failed. */
export function QueryState<T>({
  query,
  rows,
  loading = <ListSkeleton rows={rows} />,
  children,
}: QueryStateProps<T>) {
  if (query.isLoadingError) return <QueryError query={query} />;
  return query.data === undefined ? loading : children(query.data);
}
