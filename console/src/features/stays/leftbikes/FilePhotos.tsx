import { Text } from "@mantine/core";
import { Photos } from "@/entities/photo/Photos";
import { useRights } from "@/session/rights";
import { DetailCard } from "@/ui/layout/DetailCard";
import { type LeftBikeFile, photoQuery, useAddPhoto } from "./api";

/** The photos of a file; two are wanted before the bicycle is removed. */
export function FilePhotos({ file: { id, photos, closLe } }: { file: LeftBikeFile }) {
  const { can } = useRights();
  const { mutateAsync: add } = useAddPhoto(id);
  const may =
    (can("DROIT_EVENEMENTS_ECRITURE") || can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE")) &&
    closLe === null;
  return (
    <DetailCard title="Photos">
      {photos.length < 2 && (
        <Text c="dimmed" mb="xs">
          Deux photos sont attendues à l'enlèvement.
        </Text>
      )}
      <Photos
        of={`du dossier n°\u00a0${id}`}
        ids={photos.map((photo) => photo.id)}
        pictureQuery={(photo) => photoQuery(id, photo)}
        onAdd={may ? add : undefined}
      />
    </DetailCard>
  );
}
