import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import type { Scope } from "./scope";

export type OpenSession = components["schemas"]["OpenSession"];

/** The open sessions of the caller. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: keys.ownSessions(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/compte/sessions", { signal })),
  });

/** The open sessions of another person. */
export const accountSessionsQuery = (id: number, scope: Scope) =>
  queryOptions({
    queryKey: keys.accountSessions(id, scope),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/utilisateur/{id}/sessions", {
          ...byId(id, { exploitant: scope }),
          signal,
        }),
      ),
  });
