import type { QueryClient } from "@tanstack/react-query";
import { atVersion, byId, client, ifMatch, unwrap } from "@/api/client";
import type { StaffPost } from "../accounts";
import { keys } from "../keys";
import type { Scope } from "../scope";
import { useDownload, useWrite, type Versioned } from "./useWrite";

export const useSwitchAccount = (id: number) =>
  useWrite("account", (version: number) =>
    unwrap(client.PATCH("/api/admin/utilisateur/{id}/switch-actif", atVersion(id, version))),
  );

export const useAnonymiseAccount = (id: number) =>
  useWrite("account", () =>
    unwrap(client.POST("/api/admin/utilisateur/{id}/anonymiser", byId(id))),
  );

export const useResetSecondFactor = (id: number, scope: Scope) =>
  useWrite("account", () =>
    unwrap(
      client.POST(
        "/api/admin/utilisateur/{id}/second-facteur/reinitialiser",
        byId(id, { exploitant: scope }),
      ),
    ),
  );

export const useGrantRole = (id: number) =>
  useWrite("account", ({ body, version }: Versioned<StaffPost>) =>
    unwrap(client.POST("/api/admin/utilisateur/{id}/role", { ...atVersion(id, version), body })),
  );

export const useTakeRole = (id: number) =>
  useWrite("account", ({ body: query, version }: Versioned<StaffPost>) =>
    unwrap(
      client.DELETE("/api/admin/utilisateur/{id}/role", {
        params: { path: { id }, query, header: ifMatch(version) },
      }),
    ),
  );

/** Returns whether the account was deleted (201); the caller then leaves its page and forgets it. */
export const useDeleteAccount = (id: number, scope: Scope) =>
  useWrite(
    "account",
    async () => {
      const call = client.POST(
        "/api/admin/utilisateur/{id}/supprimer",
        byId(id, { exploitant: scope }),
      );
      await unwrap(call);
      return (await call).response.status === 201;
    },
    { forgets: () => keys.account(id) },
  );

/** Removes what was loaded about a deleted account, once no page shows it. */
export const forgetAccount = (queryClient: QueryClient, id: number) =>
  queryClient.removeQueries({ queryKey: keys.account(id) });

/** Loads all data held about the account, as a JSON file. */
export const useExportAccount = (id: number) =>
  useDownload(() =>
    unwrap(client.GET("/api/admin/utilisateur/{id}/export", { ...byId(id), parseAs: "blob" })),
  );
