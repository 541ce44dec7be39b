import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Contact = components["schemas"]["Contact"];
export type Member = components["schemas"]["Member"];

/** The staff roles of a team. */
export type TeamRole = "Gestionnaire" | "Hotline" | "Mainteneur";

/** Never refetched on focus: nothing may change while a form is being filled in. */
const NO_FOCUS_REFETCH = { refetchOnWindowFocus: false } as const;

export const operatorQuery = (id: number) =>
  queryOptions({
    queryKey: ["exploitant", id],
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/exploitant/{id}", { params: { path: { id } }, signal })),
    ...NO_FOCUS_REFETCH,
  });

/** Starts loading without delaying the page, which shows its skeleton meanwhile. */
export function prefetchOperator(queryClient: QueryClient, id: string): void {
  void queryClient.prefetchQuery(operatorQuery(Number(id)));
}

export const contactsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: ["referents", operatorId],
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/referents/exploitant/{id}", {
          params: { path: { id: operatorId } },
          signal,
        }),
      ),
    ...NO_FOCUS_REFETCH,
  });

export const teamQuery = (operatorId: number, role: TeamRole) =>
  queryOptions({
    queryKey: ["equipe", operatorId, role],
    queryFn: ({ signal }) => {
      const path = { id: operatorId };
      return unwrap(
        role === "Gestionnaire"
          ? client.GET("/api/admin/gestionnaires/exploitant/{id}", { params: { path }, signal })
          : client.GET("/api/admin/personnel/exploitant/{id}", {
              params: { path, query: { role } },
              signal,
            }),
      );
    },
    // Roles are also given and taken on the page of an account.
    staleTime: 0,
    ...NO_FOCUS_REFETCH,
  });
