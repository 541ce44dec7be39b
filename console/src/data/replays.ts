import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import type { Format, StreamOptions } from "./stream";

export type Replay = components["schemas"]["Replay"];
export type ReplayInput = components["schemas"]["ReplayInput"];
export type ReplayGap = components["schemas"]["ReplayGap"];
export type ReplayFigure = components["schemas"]["ReplayFigure"];
export type RefundBatch = components["schemas"]["RefundBatch"];
export type RefundBatchLine = components["schemas"]["RefundBatchLine"];
export type RefundLineState = RefundBatchLine["etat"];

/** How often what runs in the background is loaded again: nothing is told of its progress. */
const REFETCH_INTERVAL = 1_000;

/** The replays of a tariff, the latest first. */
export const replaysQuery = (tariffId: number) =>
  queryOptions({
    queryKey: keys.replays(tariffId),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/tarif/{id}/rejeux", { ...byId(tariffId), signal })),
    select: ({ rejeux }) => rejeux,
    refetchInterval: ({ state: { data } }) =>
      data?.rejeux.some(({ statut }) => statut === "en_cours") && REFETCH_INTERVAL,
  });

export const replayQuery = (id: number) =>
  queryOptions({
    queryKey: keys.replay(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/admin/rejeu/{id}", { ...byId(id), signal })),
    refetchInterval: ({ state: { data } }) => data?.statut === "en_cours" && REFETCH_INTERVAL,
  });

/** The lines of a replay that is done, as CSV. */
export const exportReplay = (id: number, format: Format, as: StreamOptions) =>
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
