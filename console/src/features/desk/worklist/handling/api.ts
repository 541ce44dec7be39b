import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";
import type { Kind, ParkedItem } from "../api";

/** The same action on several payments of an operator, with one comment; the answer says what was done to each. */
export const useActOnPayments = (operatorId: number) =>
  useWrite(
    "payment",
    (body: { action: "generer-ordre" | "annuler"; paiements: number[]; commentaire: string }) =>
      unwrap(
        client.POST("/api/admin/paiements/exploitant/{id}/traitement-groupe", {
          params: { path: { id: operatorId } },
          body,
        }),
      ),
    { evenRefused: true },
  );

const ACTION_PATHS = {
  relancer: "/api/admin/taches-en-echec/{genre}/{id}/relancer",
  abandonner: "/api/admin/taches-en-echec/{genre}/{id}/abandonner",
} as const;

export type ParkedAction = keyof typeof ACTION_PATHS;

/** Retries or gives up a work item, then shows the list that the server returns. */
export const useParkedAction = () =>
  useWrite(
    "parked",
    ({ action, genre, id }: { action: ParkedAction } & Pick<ParkedItem, "genre" | "id">) =>
      unwrap(client.PATCH(ACTION_PATHS[action], { params: { path: { genre, id } } })),
    {
      answers: keys.parked(),
      // Another administrator may have acted first.
      evenRefused: true,
    },
  );

/** Names a line as it was read. */
export interface LineTarget {
  kind: Kind;
  objectId: number;
  since: string;
}

const lineAt = (id: number, { kind, objectId }: LineTarget) => ({
  params: { path: { id, genre: kind, objet: objectId } },
});

/** Makes somebody deal with a line, or nobody, if `before` still does. */
export const useAssignLine = (operatorId: number) =>
  useWrite(
    "line",
    (line: LineTarget & { to: number | null; before: number | null }) =>
      unwrap(
        client.PATCH("/api/admin/exploitant/{id}/a-traiter/{genre}/{objet}/responsable", {
          ...lineAt(operatorId, line),
          body: { depuis: line.since, responsable: line.to, avant: line.before },
        }),
      ),
    // A colleague may have been first.
    { evenRefused: true },
  );

export type LinesDone = components["schemas"]["ManyLinesDone"];

/** Takes, releases or postpones several lines; the answer says what was done to each. */
export const useActOnLines = (operatorId: number) =>
  useWrite(
    "line",
    (body: components["schemas"]["ManyLines"]) =>
      unwrap(
        client.POST("/api/admin/exploitant/{id}/a-traiter/traitement-groupe", {
          params: { path: { id: operatorId } },
          body,
        }),
      ),
    { evenRefused: true },
  );

/** Postpones a line to a day (AAAA-MM-JJ), or shows it again. */
export const usePostponeLine = (operatorId: number) =>
  useWrite(
    "line",
    (line: LineTarget & { until: string | null }) =>
      unwrap(
        client.PATCH("/api/admin/exploitant/{id}/a-traiter/{genre}/{objet}/report", {
          ...lineAt(operatorId, line),
          body: { depuis: line.since, jusquAu: line.until },
        }),
      ),
    { evenRefused: true },
  );
