import { queryOptions, useQuery } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useOperator } from "./operator";

export type OwnAccount = components["schemas"]["OwnAccount"];

/** The caller, with their rights at one operator (null: on the platform). */
export const ownAccountQuery = (operatorId: number | null) =>
  queryOptions({
    queryKey: keys.ownAccount(operatorId),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/compte/details", {
          params: { query: operatorId === null ? {} : { exploitant: operatorId } },
          signal,
        }),
      ),
  });

const idOf = ({ id }: OwnAccount) => id;

/** Reports whether this is the caller's own account, on which the server refuses every action. */
export function useIsOwnAccount(accountId: number): boolean {
  const operator = useOperator();
  const own = { ...ownAccountQuery(operator?.id ?? null), select: idOf, enabled: false };
  return useQuery(own).data === accountId;
}
