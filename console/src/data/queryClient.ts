import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";

/** Retries when the network or the server failed, never when the server refused the call. */
function shouldRetry(failures: number, error: unknown): boolean {
  const status = error instanceof ApiError ? error.status : 500;
  return failures < 1 && (status === 0 || status >= 502);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The library would hold calls back while the browser says that it is offline, and send them later by itself.
      queries: { staleTime: 20_000, retry: shouldRetry, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}
