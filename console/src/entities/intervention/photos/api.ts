import { queryOptions } from "@tanstack/react-query";
import { byId, client, unwrap } from "@/api/client";
import { keys } from "@/data/keys";
import { useWrite } from "@/data/useWrite";
import { addressOf } from "@/entities/photo/reduced";
import { sentPhoto } from "@/entities/photo/sent";

/** The picture of a photo, as an address that the page may show. */
export const interventionPhotoQuery = (id: number, photo: number) =>
  queryOptions({
    queryKey: keys.interventionPhoto(id, photo),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/admin/intervention/{id}/photos/{photo}", {
          params: { path: { id, photo } },
          parseAs: "blob",
          signal,
        }),
      ).then(addressOf),
  });

export const useAddInterventionPhoto = () =>
  useWrite("intervention", ({ id, photo }: { id: number; photo: Blob }) =>
    unwrap(
      client.POST("/api/admin/intervention/{id}/photos", { ...byId(id), ...sentPhoto(photo) }),
    ),
  );
