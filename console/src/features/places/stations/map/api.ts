import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";

export type FoundAddress = components["schemas"]["FoundAddress"];

/** The source of the map tiles; it never changes while the server runs. */
export const mapQuery = () =>
  queryOptions({
    queryKey: keys.map(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/carte", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

const MIN_LENGTH = 3;

/** The addresses that resemble the typed text; none when the geocoder cannot be reached. */
export const addressesQuery = (typed: string) =>
  queryOptions({
    queryKey: keys.addresses(typed),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/adresses", { params: { query: { recherche: typed } }, signal }),
      ),
    enabled: typed.length >= MIN_LENGTH,
    retry: false,
  });
