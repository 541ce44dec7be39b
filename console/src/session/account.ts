import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type OwnAccount = components["schemas"]["OwnAccount"];
export type Operator = components["schemas"]["Operator"];

/** The operators that the caller may choose, sorted by name. */
export const operatorsQuery = () =>
  queryOptions({
    queryKey: ["exploitants"],
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/exploitants", { signal })),
  });

/** The caller, with their rights at one operator (null: on the platform). */
export const ownAccountQuery = (operatorId: number | null) =>
  queryOptions({
    queryKey: ["compte", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/compte/details", {
          params: { query: operatorId === null ? {} : { exploitant: operatorId } },
          signal,
        }),
      ),
  });
