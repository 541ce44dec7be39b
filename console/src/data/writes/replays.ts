import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "../keys";
import { type ReplayInput, replayQuery } from "../replays";
import { useWrite } from "./useWrite";

type RefundBatchInput = components["schemas"]["RefundBatchInput"];

/** Asks for past stays of a tariff to be priced again, in the background. */
export const useCreateReplay = (tariffId: number) =>
  useWrite("replay", (body: ReplayInput) =>
    unwrap(client.POST("/api/admin/tarif/{id}/rejeu", { ...byId(tariffId), body })),
  );

export const useStopReplay = (id: number) =>
  useWrite("replay", () => stop(id), { answers: keys.replay(id), evenRefused: true });

/** Returns what stops a replay whose result nobody waits for any more. It has no answer: the replay may have ended. */
export function useAbandonReplay() {
  const queryClient = useQueryClient();
  return useCallback(
    (id: number) => {
      const known = queryClient.getQueryData(replayQuery(id).queryKey);
      if (known === undefined || known.statut === "en_cours") stop(id).catch(() => undefined);
    },
    [queryClient],
  );
}

const stop = (id: number) => unwrap(client.PATCH("/api/admin/rejeu/{id}/arreter", byId(id)));

/** Agrees to refund what a replay found to be paid too much. */
export const useCreateBatch = (replayId: number) =>
  useWrite(
    "refundBatch",
    (body: RefundBatchInput) =>
      unwrap(client.POST("/api/admin/rejeu/{id}/remboursement", { ...byId(replayId), body })),
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
