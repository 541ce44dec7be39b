import { queryOptions, useQuery } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useOperator } from "./operator";

export type OwnAccount = components["schemas"]["OwnAccount"];

/** The key of the query below; data/keys.ts names it beside those of all others. */
export const ownAccountKey = (operatorId: number | null) => ["ownAccount", operatorId] as const;

/** The caller, with their rights at one operator (null: on the platform). */
export const ownAccountQuery = (operatorId: number | null) =>
  queryOptions({
    queryKey: ownAccountKey(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/compte/details", {
          params: { query: operatorId === null ? {} : { exploitant: operatorId } },
          signal,
        }),
      ),
  });

const idOf = ({ id }: OwnAccount) => id;

/** Returns the id of the caller's own account; undefined until it is loaded. */
export function useOwnId(): number | undefined {
  const operator = useOperator();
  return useQuery({ ...ownAccountQuery(operator?.id ?? null), select: idOf, enabled: false }).data;
}

/** Reports whether this is the caller's own account, on which the server refuses every action. */
export const useIsOwnAccount = (accountId: number): boolean => useOwnId() === accountId;
