import { client, unwrap } from "@/api/client";
import { keys } from "../keys";
import type { ParkedItem } from "../worklist";
import { useWrite } from "./useWrite";

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
