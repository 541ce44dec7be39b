import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { LoadError } from "@/ui/LoadError";
import { ListSkeleton } from "@/ui/Skeletons";
import classes from "./QueryState.module.css";

const MISSING = 404;

type QueryErrorProps = { query: Pick<UseQueryResult, "error" | "refetch"> };

/** The failure of a query, with its request id and a button that tries again. */
export function QueryError({ query }: QueryErrorProps) {
  const { message, requestId } = asApiError(query.error);
  return <LoadError message={message} requestId={requestId} onRetry={() => void query.refetch()} />;
}

/** Reports whether the server refuses the query to this account. */
export const isRefused = ({ isLoadingError, error }: UseQueryResult): boolean =>
  isLoadingError && asApiError(error).status === 403;

/** Says that what is shown may have changed since, because loading it again failed. */
export function Stale() {
  return (
    <p className={classes.stale} role="status">
      La mise à jour est interrompue : ces informations datent peut-être.
    </p>
  );
}

type QueryStateProps<T> = {
  query: UseQueryResult<T>;
  /** Said when there is no such record, instead of the sentence of the server. */
  missing?: { message: string; detail: string };
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
  if (missing && query.isLoadingError && asApiError(query.error).status === MISSING)
    return <LoadError {...missing} />;
  if (query.isLoadingError) return <QueryError query={query} />;
  return query.data === undefined ? loading : children(query.data);
}
