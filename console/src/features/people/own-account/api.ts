import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";

/** The accounts at providers that open the caller's account. */
export const ownIdentitiesQuery = () =>
  queryOptions({
    queryKey: keys.ownIdentities(),
    queryFn: async ({ signal }) =>
      (await unwrap(client.GET("/api/admin/compte/fournisseurs", { signal }))).identites,
  });

/** The open sessions of the caller. */
export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: keys.ownSessions(),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/compte/sessions", { signal })),
  });

type Body<Name extends keyof components["schemas"]> = components["schemas"][Name];

export const useChangeOwnPassword = () =>
  useWrite("sessions", (body: Body<"OwnPassword">) =>
    unwrap(client.POST("/api/admin/compte/mot-de-passe", { body })),
  );

export const useChangeOwnEmail = () =>
  useWrite("ownEmail", (body: Body<"OwnEmail">) =>
    unwrap(client.POST("/api/admin/compte/adresse", { body })),
  );

export const useWithdrawOwnEmail = () =>
  useWrite("ownEmail", () => unwrap(client.DELETE("/api/admin/compte/adresse")));

export const useRenameOwnFactor = (id: number) =>
  useWrite("ownFactors", (nom: string) =>
    unwrap(client.PATCH("/api/admin/compte/second-facteur/{id}", { ...byId(id), body: { nom } })),
  );

export const useRemoveOwnFactor = (id: number) =>
  useWrite("ownFactors", (jetonEtape: string) =>
    unwrap(
      client.POST("/api/admin/compte/second-facteur/{id}/retirer", {
        ...byId(id),
        body: { jetonEtape },
      }),
    ),
  );

export const useRenewRecoveryCodes = () =>
  useWrite(
    "ownFactors",
    (jetonEtape: string) =>
      unwrap(client.POST("/api/admin/compte/codes-secours", { body: { jetonEtape } })),
    { gcTime: 0 },
  );

/** Ends a session of the caller. One that has ended meanwhile is refused, and leaves the list all the same. */
export const useEndOwnSession = () =>
  useWrite(
    "sessions",
    (id: string) =>
      unwrap(client.DELETE("/api/admin/compte/session/{id}", { params: { path: { id } } })),
    { evenRefused: true },
  );

/** Ends all sessions of the caller but this one. */
export const useEndOwnOtherSessions = () =>
  useWrite("sessions", () => unwrap(client.POST("/api/admin/compte/sessions/terminer-autres")));

export const useUnlinkOwnIdentity = () =>
  useWrite("ownIdentities", (id: number) =>
    unwrap(client.DELETE("/api/admin/compte/fournisseur/{id}", byId(id))),
  );
