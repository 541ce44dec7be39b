import { type Query, QueryClient } from "@tanstack/react-query";
import { ApiError, asApiError, isFinal } from "@/api/errors";

/** How long a refusal stands for every part of a page, in milliseconds. */
const REFUSED_FOR = 5_000;

/** Retries when the network or the server failed, never when the server refused the call. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 500;
  return failures < 1 && (status === 0 || status >= 502);
}

/**
 * A part that appears because a call was refused, and asks for the same, would send it again. That may take the part
 * away, and so on without end.
 */
const mayAskAgain = ({ state: { error, errorUpdatedAt } }: Pick<Query, "state">): boolean =>
  !isFinal(asApiError(error)) || Date.now() - errorUpdatedAt >= REFUSED_FOR;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The library would hold calls back while the browser says that it is offline, and send them later by itself.
      queries: {
        staleTime: 20_000,
        retry: shouldRetry,
        retryOnMount: mayAskAgain,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}
