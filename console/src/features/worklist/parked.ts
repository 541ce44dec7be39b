import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { useRights } from "@/session/rights";
import { CAUSES, WORK } from "@/words/work";

export type ParkedItem = components["schemas"]["ParkedItem"];

/** The parked work items of the whole platform, for administrators only. */
export const parkedQuery = () =>
  queryOptions({
    queryKey: ["taches-en-echec"],
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/taches-en-echec", { signal })),
    staleTime: 5_000,
    refetchInterval: 60_000,
    refetchOnWindowFocus: "always",
  });

/** Loads `parkedQuery` for administrators; for other accounts it sends no call. */
export function useParked() {
  const { administrator } = useRights();
  return useQuery({ ...parkedQuery(), enabled: administrator });
}

const ACTION_PATHS = {
  relancer: "/api/admin/taches-en-echec/{genre}/{id}/relancer",
  abandonner: "/api/admin/taches-en-echec/{genre}/{id}/abandonner",
} as const;

export type ParkedAction = keyof typeof ACTION_PATHS;

/** Retries or gives up a work item, then shows the list that the server returns. */
export function useParkedAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({
      action,
      genre,
      id,
    }: { action: ParkedAction } & Pick<ParkedItem, "genre" | "id">) =>
      unwrap(client.PATCH(ACTION_PATHS[action], { params: { path: { genre, id } } })),
    onSuccess: (list) => queryClient.setQueryData(parkedQuery().queryKey, list),
    // Another administrator may have acted first: the list is loaded again.
    onError: () => queryClient.invalidateQueries({ queryKey: parkedQuery().queryKey }),
  });
}

/** Returns a row key that is unique among items of all kinds. */
export const keyOf = ({ genre, id }: ParkedItem) => Object.keys(WORK).indexOf(genre) + 10 * id;

/** The name of the work: « Échéance d'un abonnement n° 12 ». */
export const workName = ({ genre, id }: Pick<ParkedItem, "genre" | "id">) =>
  `${WORK[genre]}, n°\u00a0${id}`;

export const causeName = (cause: ParkedItem["cause"]): string => CAUSES[cause];

/** Returns the page of the payment, station or account that the item is about; null when it has none. */
export function subjectOf(item: ParkedItem): { to: string; search?: object; label: string } | null {
  const { idPaiement, idStation, idUtilisateur } = item;
  if (idPaiement) {
    return { to: "/liste-paiements", search: { paiement: idPaiement }, label: "Voir le paiement" };
  }
  if (idStation) return { to: `/tb-stations/${idStation}/details`, label: "Voir la station" };
  if (idUtilisateur) {
    return { to: `/gestion-utilisateurs/${idUtilisateur}/details`, label: "Voir le compte" };
  }
  return null;
}
