import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { atVersion, byId, client, ifMatch, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import type { Scope } from "@/data/scope";
import { useDownload, useWrite, type Versioned } from "@/data/useWrite";
import { accountQuery } from "../api";

/** The identities at providers of another account. */
export const accountIdentitiesQuery = (id: number, scope: Scope) =>
  queryOptions({
    queryKey: keys.accountIdentities(id, scope),
    queryFn: async ({ signal }) => {
      const call = client.GET("/api/admin/utilisateur/{id}/fournisseurs", {
        ...byId(id, { exploitant: scope }),
        signal,
      });
      return (await unwrap(call)).identites;
    },
  });

export type AccountStay = components["schemas"]["Stay"];

/** The roles that administrators give and take; « Utilisateur » comes with the first stay or subscription. */
export const STAFF_ROLES = ["Gestionnaire", "Hotline", "Mainteneur"] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];
export type StaffPost = { exploitant: number; role: StaffRole };

/** Reads the account as it is now, before it is deleted. */
export const readAccount = (queryClient: QueryClient, id: number, scope: Scope) =>
  queryClient.fetchQuery({ ...accountQuery(id, scope), staleTime: 0 });

/** The operators under which the caller may see the account. */
export const accountOperatorsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.accountOperators(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/utilisateur/{id}/exploitants", { ...byId(id), signal })),
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

export const useAnonymiseAccount = (id: number, scope: Scope) =>
  useWrite("account", () =>
    unwrap(client.POST("/api/admin/utilisateur/{id}/anonymiser", byId(id, { exploitant: scope }))),
  );

export type Company = components["schemas"]["Company"];

export const useChangeCompany = (id: number, scope: Scope) =>
  useWrite("account", ({ body, version }: Versioned<{ societe?: Company }>) =>
    unwrap(
      client.PUT("/api/admin/utilisateur/{id}/societe", {
        params: { path: { id }, query: { exploitant: scope }, header: ifMatch(version) },
        body,
      }),
    ),
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
export const useExportAccount = (id: number, scope: Scope) =>
  useDownload(() =>
    unwrap(
      client.GET("/api/admin/utilisateur/{id}/export", {
        ...byId(id, { exploitant: scope }),
        parseAs: "blob",
      }),
    ),
  );

/** Ends a session of another person. */
export const useEndAccountSession = (id: number, scope: Scope) =>
  useWrite(
    "sessions",
    (idSession: string) =>
      unwrap(
        client.DELETE("/api/admin/utilisateur/{id}/session/{idSession}", {
          params: { path: { id, idSession }, query: { exploitant: scope } },
        }),
      ),
    { evenRefused: true },
  );

/** Ends all sessions of another person. */
export const useEndAccountSessions = (id: number, scope: Scope) =>
  useWrite("sessions", () =>
    unwrap(
      client.POST("/api/admin/utilisateur/{id}/sessions/terminer", byId(id, { exploitant: scope })),
    ),
  );

export const useUnlinkIdentity = (accountId: number, scope: Scope) =>
  useWrite("account", (idIdentite: number) =>
    unwrap(
      client.DELETE("/api/admin/utilisateur/{id}/fournisseur/{idIdentite}", {
        params: { path: { id: accountId, idIdentite }, query: { exploitant: scope } },
      }),
    ),
  );
