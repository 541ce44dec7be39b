import { queryOptions } from "@tanstack/react-query";
import { atVersion, byId, client, ifMatch, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { NO_REFETCH } from "@/data/refetching";
import { useWrite, type Versioned } from "@/data/useWrite";

export type Member = components["schemas"]["Member"];

/** The staff roles of a team. */
export type TeamRole = "Gestionnaire" | "Hotline" | "Mainteneur";

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
    ...NO_REFETCH,
  });

type ContactInput = components["schemas"]["ContactInput"];
type MemberInput = components["schemas"]["MemberInput"];

/** A contact or member as the server stored it. */
interface SavedPerson {
  id: number;
  emailEnAttente?: string;
}

interface PersonChange<V> {
  id: number;
  values: V;
  version: number | undefined;
}

/** The writes on the people of a list. */
export interface PeopleWrites<V> {
  add: (values: V) => Promise<SavedPerson>;
  save: (change: PersonChange<V>) => Promise<SavedPerson>;
  remove: (id: number) => Promise<void>;
}

export function useContactWrites(operatorId: number): PeopleWrites<ContactInput> {
  const add = useWrite("contact", (body: ContactInput) =>
    unwrap(client.POST("/api/admin/referent/exploitant/{id}", { ...byId(operatorId), body })),
  );
  const save = useWrite("contact", ({ id, values: body, version }: PersonChange<ContactInput>) =>
    unwrap(client.PUT("/api/admin/referent/{id}", { ...atVersion(id, version), body })),
  );
  const remove = useWrite("contact", (id: number) =>
    unwrap(client.DELETE("/api/admin/referent/{id}", byId(id))),
  );
  return { add: add.mutateAsync, save: save.mutateAsync, remove: remove.mutateAsync };
}

export function useTeamWrites(operatorId: number, role: TeamRole): PeopleWrites<MemberInput> {
  const add = useWrite("team", (body: MemberInput) => addMember(operatorId, role, body));
  const save = useWrite("team", ({ id, values, version }: PersonChange<MemberInput>) =>
    saveMember({ userId: id, id: operatorId }, role, { body: values, version }),
  );
  const remove = useWrite("team", (userId: number) =>
    removeMember({ userId, id: operatorId }, role),
  );
  return { add: add.mutateAsync, save: save.mutateAsync, remove: remove.mutateAsync };
}

/** Sends another invitation to a member who has not signed in yet. */
export function useInvitation(id: number, role: TeamRole) {
  return useWrite("team", (userId: number) => {
    const path = { id, userId };
    return unwrap(
      role === "Gestionnaire"
        ? client.POST("/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}/invitation", {
            params: { path },
          })
        : client.POST("/api/admin/personnel/utilisateur/{userId}/exploitant/{id}/invitation", {
            params: { path, query: { role } },
          }),
    );
  });
}

/** The path parameters of a team member: the account and the operator. */
type MemberPath = { userId: number; id: number };

function addMember(id: number, role: TeamRole, body: MemberInput) {
  const path = { id };
  return unwrap(
    role === "Gestionnaire"
      ? client.POST("/api/admin/gestionnaire/exploitant/{id}", { params: { path }, body })
      : client.POST("/api/admin/personnel/exploitant/{id}", {
          params: { path, query: { role } },
          body,
        }),
  );
}

function saveMember(path: MemberPath, role: TeamRole, change: Versioned<MemberInput>) {
  const { body } = change;
  const header = ifMatch(change.version);
  return unwrap(
    role === "Gestionnaire"
      ? client.PUT("/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}", {
          params: { path, header },
          body,
        })
      : client.PUT("/api/admin/personnel/utilisateur/{userId}/exploitant/{id}", {
          params: { path, header, query: { role } },
          body,
        }),
  );
}

function removeMember(path: MemberPath, role: TeamRole) {
  return unwrap(
    role === "Gestionnaire"
      ? client.DELETE("/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}", {
          params: { path },
        })
      : client.DELETE("/api/admin/personnel/utilisateur/{userId}/exploitant/{id}", {
          params: { path, query: { role } },
        }),
  );
}
