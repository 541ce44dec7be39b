import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import type { TeamRole } from "./queries";
import {
  type ContactValues,
  type MemberValues,
  newOperatorInput,
  type OperatorValues,
  operatorInput,
} from "./schemas";

/** Invalidates these queries and the audit log, in which every change leaves a line. */
function useInvalidate(...subjects: string[]) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [...subjects, "journal"].map((subject) =>
        queryClient.invalidateQueries({ queryKey: [subject] }),
      ),
    );
}

/** The list page and the operator selector share one query. */
const useInvalidateOperators = () => useInvalidate("exploitants", "exploitant");

export function useCreateOperator() {
  const invalidate = useInvalidateOperators();
  return useMutation({
    mutationFn: (values: OperatorValues) =>
      unwrap(client.POST("/api/admin/exploitant", { body: newOperatorInput(values) })),
    onSuccess: invalidate,
  });
}

export function useSaveOperator(id: number) {
  const invalidate = useInvalidateOperators();
  return useMutation({
    mutationFn: (values: OperatorValues) =>
      unwrap(
        client.PUT("/api/admin/exploitant/{id}", {
          params: { path: { id } },
          body: operatorInput(values),
        }),
      ),
    onSuccess: invalidate,
  });
}

export function useSwitchOpenData(id: number) {
  const invalidate = useInvalidateOperators();
  return useMutation({
    mutationFn: () =>
      unwrap(
        client.PATCH("/api/admin/exploitant/{id}/donnees-ouvertes", { params: { path: { id } } }),
      ),
    onSuccess: invalidate,
  });
}

export function useDeleteOperator() {
  const invalidate = useInvalidateOperators();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(client.DELETE("/api/admin/exploitant/{id}/suppression", { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}

/** A contact or member as the server stored it. */
interface SavedPerson {
  id: number;
  emailEnAttente?: string;
}

/** The writes on the people of a list. */
export interface PeopleCalls<V> {
  add: (values: V) => Promise<SavedPerson>;
  save: (change: { id: number; values: V }) => Promise<SavedPerson>;
  remove: (id: number) => Promise<void>;
}

export function useContactCalls(operatorId: number): PeopleCalls<ContactValues> {
  const invalidate = useInvalidate("referents");
  const add = useMutation({
    mutationFn: (body: ContactValues) =>
      unwrap(
        client.POST("/api/admin/referent/exploitant/{id}", {
          params: { path: { id: operatorId } },
          body,
        }),
      ),
    onSuccess: invalidate,
  });
  const save = useMutation({
    mutationFn: ({ id, values: body }: { id: number; values: ContactValues }) =>
      unwrap(client.PUT("/api/admin/referent/{id}", { params: { path: { id } }, body })),
    onSuccess: invalidate,
  });
  const remove = useMutation({
    mutationFn: (id: number) =>
      unwrap(client.DELETE("/api/admin/referent/{id}", { params: { path: { id } } })),
    onSuccess: invalidate,
  });
  return { add: add.mutateAsync, save: save.mutateAsync, remove: remove.mutateAsync };
}

export function useTeamCalls(operatorId: number, role: TeamRole): PeopleCalls<MemberValues> {
  // The same account may be in several lists, and on the pages of accounts.
  const invalidate = useInvalidate("equipe", "utilisateurs", "utilisateur");
  const add = useMutation({
    mutationFn: (body: MemberValues) => addMember(operatorId, role, body),
    onSuccess: invalidate,
  });
  const save = useMutation({
    mutationFn: ({ id, values }: { id: number; values: MemberValues }) =>
      saveMember({ userId: id, id: operatorId }, role, values),
    onSuccess: invalidate,
  });
  const remove = useMutation({
    mutationFn: (userId: number) => removeMember({ userId, id: operatorId }, role),
    onSuccess: invalidate,
  });
  return { add: add.mutateAsync, save: save.mutateAsync, remove: remove.mutateAsync };
}

/** The path parameters of a team member: the account and the operator. */
type MemberPath = { userId: number; id: number };

function addMember(id: number, role: TeamRole, body: components["schemas"]["MemberInput"]) {
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

function saveMember(path: MemberPath, role: TeamRole, body: components["schemas"]["MemberInput"]) {
  return unwrap(
    role === "Gestionnaire"
      ? client.PUT("/api/admin/gestionnaire/utilisateur/{userId}/exploitant/{id}", {
          params: { path },
          body,
        })
      : client.PUT("/api/admin/personnel/utilisateur/{userId}/exploitant/{id}", {
          params: { path, query: { role } },
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
