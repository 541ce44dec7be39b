import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";
import type { Format, StreamOptions } from "@/kit/export/stream";

export type Repricing = components["schemas"]["Replay"];
export type RepricingInput = components["schemas"]["ReplayInput"];
export type RepricingGap = components["schemas"]["ReplayGap"];
export type RepricingFigure = components["schemas"]["ReplayFigure"];
export type RefundBatch = components["schemas"]["RefundBatch"];
export type RefundBatchLine = components["schemas"]["RefundBatchLine"];
export type RefundLineState = RefundBatchLine["etat"];

/** How often what runs in the background is loaded again: nothing is told of its progress. */
const REFETCH_INTERVAL = 1_000;

/** The repricings of a tariff, the latest first. */
export const repricingsQuery = (tariffId: number) =>
  queryOptions({
    queryKey: keys.repricings(tariffId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/rejeux", { ...byId(tariffId), signal })),
    select: ({ rejeux }) => rejeux,
    refetchInterval: ({ state: { data } }) =>
      data?.rejeux.some(({ statut }) => statut === "en_cours") && REFETCH_INTERVAL,
  });

export const repricingQuery = (id: number) =>
  queryOptions({
    queryKey: keys.repricing(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/rejeu/{id}", { ...byId(id), signal })),
    refetchInterval: ({ state: { data } }) => data?.statut === "en_cours" && REFETCH_INTERVAL,
  });

/** The lines of a repricing that is done, as CSV. */
export const exportRepricing = (id: number, format: Format, as: StreamOptions) =>
  unwrap(client.GET(`/api/admin/rejeu/{id}.${format}`, { ...byId(id), ...as }));

/** The states in which a batch changes by itself. */
const AT_WORK: readonly RefundBatch["statut"][] = ["preparation", "en_cours"];

export const batchQuery = (id: number) =>
  queryOptions({
    queryKey: keys.refundBatch(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/lot/{id}", { ...byId(id), signal })),
    // A paused batch still gets the answers of what it has asked for.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined &&
      (AT_WORK.includes(data.statut) || data.enCours.nombre > 0) &&
      REFETCH_INTERVAL,
  });

/** The lines of a batch in one state, or all, read on and on. */
export const batchLinesQuery = (id: number, etat: RefundLineState | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.refundBatchLines(id, etat),
    queryFn: ({ pageParam: apres, signal }) =>
      unwrap(client.GET("/api/admin/lot/{id}/lignes", { ...byId(id, { etat, apres }), signal })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ suivant }) => suivant,
  });

/** The report of a batch, as CSV. */
export const exportBatch = (id: number, format: Format, as: StreamOptions) =>
  unwrap(client.GET(`/api/admin/lot/{id}.${format}`, { ...byId(id), ...as }));

type RefundBatchInput = components["schemas"]["RefundBatchInput"];

/** Asks for past stays of a tariff to be priced again, in the background. */
export const useCreateRepricing = (tariffId: number) =>
  useWrite("repricing", (body: RepricingInput) =>
    unwrap(client.POST("/api/admin/tarif/{id}/rejeu", { ...byId(tariffId), body })),
  );

export const useStopRepricing = (id: number) =>
  useWrite("repricing", () => stop(id), { answers: keys.repricing(id), evenRefused: true });

/** Returns what stops a repricing whose result nobody waits for any more. It has no answer: the repricing may have ended. */
export function useAbandonRepricing() {
  const queryClient = useQueryClient();
  return useCallback(
    (id: number) => {
      const known = queryClient.getQueryData(repricingQuery(id).queryKey);
      if (known === undefined || known.statut === "en_cours") stop(id).catch(() => undefined);
    },
    [queryClient],
  );
}

const stop = (id: number) => unwrap(client.PATCH("/api/admin/rejeu/{id}/arreter", byId(id)));

/** Agrees to refund what a repricing found to be paid too much. */
export const useCreateBatch = (repricingId: number) =>
  useWrite(
    "refundBatch",
    (body: RefundBatchInput) =>
      unwrap(client.POST("/api/admin/rejeu/{id}/remboursement", { ...byId(repricingId), body })),
    // Its number or its sum may have changed, or somebody else may have agreed first.
    { evenRefused: true },
  );

export const usePauseBatch = (id: number) =>
  useWrite("refundBatch", () => unwrap(client.POST("/api/admin/lot/{id}/pause", byId(id))), {
    answers: keys.refundBatch(id),
    evenRefused: true,
  });

export const useResumeBatch = (id: number) =>
  useWrite("refundBatch", () => unwrap(client.POST("/api/admin/lot/{id}/reprise", byId(id))), {
    answers: keys.refundBatch(id),
    evenRefused: true,
  });
