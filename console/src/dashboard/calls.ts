import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { currentToken, nextToken } from "./token";
import type { FigureKey, Figures, Range } from "./types";

const FIVE_MINUTES = 5 * 60_000;

export const figuresQuery = (range: Range) =>
  queryOptions({
    queryKey: ["statistiques", range],
    queryFn: ({ signal }): Promise<Figures> =>
      withToken((headers) =>
        unwrap(client.GET("/api/statistiques", { params: { query: range }, headers, signal })),
      ),
    placeholderData: keepPreviousData,
    staleTime: FIVE_MINUTES,
  });

export const fetchFile = (figure: FigureKey, range: Range, format: "csv" | "xlsx"): Promise<Blob> =>
  withToken((headers) =>
    unwrap(
      client.GET(`/api/statistiques/${format}/{figure}`, {
        params: { path: { figure }, query: range },
        headers,
        parseAs: "blob",
      }),
    ),
  );

/** Calls with the current token, and once more with the next token when the first is refused. */
async function withToken<T>(call: (headers: { Authorization: string }) => Promise<T>): Promise<T> {
  const used = currentToken();
  try {
    return await call(bearerHeader(used));
  } catch (error) {
    const fresh = asApiError(error).status === 401 ? await nextToken(used) : null;
    if (!fresh) throw error;
    return call(bearerHeader(fresh));
  }
}

const bearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` });
