import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { type OwnAccount, ownAccountQuery } from "@/session/account";
import { useOperator } from "@/session/operator";
import { download } from "@/ui/download";
import type { Scope } from "./queries";

/** The roles that administrators give and take; « Utilisateur » comes with the first stay or subscription. */
export const STAFF_ROLES = ["Gestionnaire", "Hotline", "Mainteneur"] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export type StaffPost = { exploitant: number; role: StaffRole };

const idOf = ({ id }: OwnAccount) => id;

/** Reports whether this is the caller's own account, on which the server refuses every action. */
export function useIsOwnAccount(accountId: number): boolean {
  const operator = useOperator();
  const own = { ...ownAccountQuery(operator?.id ?? null), select: idOf, enabled: false };
  return useQuery(own).data === accountId;
}

/** A write about one account, after which its page and the lists are loaded again. */
function useAccountWrite<T>(id: number, write: (input: T) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: () =>
      Promise.all(
        [["utilisateur", id], ["utilisateurs"], ["journal"]].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

const path = (id: number) => ({ path: { id } });

export const useSwitchAccount = (id: number) =>
  useAccountWrite<void>(id, () =>
    unwrap(client.PATCH("/api/admin/utilisateur/{id}/switch-actif", { params: path(id) })),
  );

export const useAnonymiseAccount = (id: number) =>
  useAccountWrite<void>(id, () =>
    unwrap(client.POST("/api/admin/utilisateur/{id}/anonymiser", { params: path(id) })),
  );

export const useGrantRole = (id: number) =>
  useAccountWrite<StaffPost>(id, (body) =>
    unwrap(client.POST("/api/admin/utilisateur/{id}/role", { params: path(id), body })),
  );

export const useTakeRole = (id: number) =>
  useAccountWrite<StaffPost>(id, (query) =>
    unwrap(client.DELETE("/api/admin/utilisateur/{id}/role", { params: { ...path(id), query } })),
  );

/** Returns whether the account was deleted (201); the caller leaves its page then. */
export function useDeleteAccount(id: number, scope: Scope) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const call = client.POST("/api/admin/utilisateur/{id}/supprimer", {
        params: { ...path(id), query: { exploitant: scope } },
      });
      await unwrap(call);
      return (await call).response.status === 201;
    },
    onSuccess: () =>
      Promise.all(
        [["utilisateurs"], ["journal"]].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Downloads all data held about the account. */
export const useExportAccount = (id: number) =>
  useMutation({
    mutationFn: async () => {
      const file: Blob = await unwrap(
        client.GET("/api/admin/utilisateur/{id}/export", { params: path(id), parseAs: "blob" }),
      );
      download(file, `utilisateur-${id}.json`);
    },
  });
