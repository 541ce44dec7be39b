import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { STILL } from "./live";

export type Contact = components["schemas"]["Contact"];
export type Member = components["schemas"]["Member"];

/** The staff roles of a team. */
export type TeamRole = "Gestionnaire" | "Hotline" | "Mainteneur";

export const contactsQuery = (operatorId: number) =>
  queryOptions({
    queryKey: keys.contacts(operatorId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/referents/exploitant/{id}", { ...byId(operatorId), signal })),
    ...STILL,
  });

export const teamQuery = (operatorId: number, role: TeamRole) =>
  queryOptions({
    queryKey: keys.team(operatorId, role),
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
    // Another administrator may have changed the team since: it is loaded at each visit.
    staleTime: 0,
    ...STILL,
  });
