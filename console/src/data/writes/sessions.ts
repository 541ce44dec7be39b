import { byId, client, unwrap } from "@/api/client";
import type { Scope } from "../scope";
import { useWrite } from "./useWrite";

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
