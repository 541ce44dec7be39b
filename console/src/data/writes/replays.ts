import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "../keys";
import type { ReplayInput } from "../replays";
import { useWrite } from "./useWrite";

type RefundBatchInput = components["schemas"]["RefundBatchInput"];

/** Asks for past stays of a tariff to be priced again, in the background. */
export const useCreateReplay = (tariffId: number) =>
  useWrite("replay", (body: ReplayInput) =>
    unwrap(client.POST("/api/admin/tarif/{id}/rejeu", { ...byId(tariffId), body })),
  );

export const useStopReplay = (id: number) =>
  useWrite("replay", () => unwrap(client.PATCH("/api/admin/rejeu/{id}/arreter", byId(id))), {
    answers: keys.replay(id),
    evenRefused: true,
  });

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
