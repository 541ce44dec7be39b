import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";

export type Operator = components["schemas"]["Operator"];

/** The operators that the caller may choose, sorted by name. */
export const operatorsQuery = () =>
  queryOptions({
    queryKey: keys.operators(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/exploitants", { signal })),
  });
