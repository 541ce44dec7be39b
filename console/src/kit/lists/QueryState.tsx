import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asApiError, isFinal } from "@/api/errors";
import { LoadError } from "@/ui/feedback/LoadError";
import { ListSkeleton } from "@/ui/feedback/Skeletons";

type QueryErrorProps = {
  query: Pick<UseQueryResult, "error" | "refetch">;
  /** The sentence that names what was not found, for the status 404. */
  missing?: string;
};

/** The failure of a query, with its request id, and a button that tries again where that may help. */
export function QueryError({ query, missing }: QueryErrorProps) {
  const error = asApiError(query.error);
  const { message, requestId, status } = error;
  const final = isFinal(error);
  return (
    <LoadError
      message={message}
      detail={status === 404 ? missing : undefined}
      requestId={final ? undefined : requestId}
      onRetry={final ? undefined : () => void query.refetch()}
    />
  );
}

/** Reports whether the server refuses the query to this account. */
export const isRefused = ({ isLoadingError, error }: UseQueryResult): boolean =>
  isLoadingError && asApiError(error).status === 403;

type QueryStateProps<T> = {
  query: UseQueryResult<T>;
  /** The sentence that names what was not found. */
  missing?: string;
  /** Shown until the first answer. */
  loading?: ReactNode;
  /** The number of grey lines shown until then. */
  rows?: number;
  children: (data: T) => ReactNode;
};

/** What a query answered; before, that it loads or why it failed. */
export function QueryState<T>({
  query,
  missing,
  rows,
  loading = <ListSkeleton rows={rows} />,
  children,
}: QueryStateProps<T>) {
  if (query.isLoadingError) return <QueryError query={query} missing={missing} />;
  return query.data === undefined ? loading : children(query.data);
}
