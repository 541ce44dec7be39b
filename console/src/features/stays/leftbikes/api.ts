import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "@/data/keys";
import { useDownload, useWrite } from "@/data/useWrite";
import { addressOf } from "@/entities/photo/reduced";
import { sentPhoto } from "@/entities/photo/sent";

export type LeftBikeFile = components["schemas"]["LeftBikeFile"];
export type StepInput = components["schemas"]["LeftBikeStep"];

/** One file, with its bylaw and its photos. */
export const leftBikeQuery = (id: number) =>
  queryOptions({
    queryKey: keys.leftBike(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/admin/velo-laisse/{id}", { ...byId(id), signal })),
  });

export const useTakeStep = (id: number) =>
  useWrite(
    "leftBike",
    (body: StepInput) =>
      unwrap(client.POST("/api/admin/velo-laisse/{id}/etape", { ...byId(id), body })),
    { evenRefused: true },
  );

export const useUndoStep = (id: number) =>
  useWrite("leftBike", () => unwrap(client.DELETE("/api/admin/velo-laisse/{id}/etape", byId(id))), {
    evenRefused: true,
  });

/** Loads the file to be printed. */
export const useLeftBikePdf = (id: number) =>
  useDownload(() =>
    unwrap(client.GET("/api/admin/velo-laisse/{id}/dossier.pdf", { ...byId(id), parseAs: "blob" })),
  );

/** The picture of a photo, as an address that the page may show. */
export const photoQuery = (id: number, photo: number) =>
  queryOptions({
    queryKey: keys.leftBikePhoto(id, photo),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/velo-laisse/{id}/photos/{photo}", {
          params: { path: { id, photo } },
          parseAs: "blob",
          signal,
        }),
      ).then(addressOf),
  });

export const useAddPhoto = (id: number) =>
  useWrite("leftBike", (photo: Blob) =>
    unwrap(client.POST("/api/admin/velo-laisse/{id}/photos", { ...byId(id), ...sentPhoto(photo) })),
  );
