import { Stack } from "@mantine/core";
import { AddPhoto } from "@/entities/photo/AddPhoto";
import { addressOf } from "@/entities/photo/reduced";
import { Thumbnails } from "@/entities/photo/Thumbnails";

type ReportPhotosProps = {
  /** Their addresses. */
  photos: readonly string[];
  /** Undefined: they are only shown. */
  onChange?: (photos: readonly string[]) => void;
};

/** The photos that go with a report, before they are sent. */
export function ReportPhotos({ photos, onChange }: ReportPhotosProps) {
  return (
    <Stack gap="xs">
      <Thumbnails
        photos={photos.map((src, i) => ({
          key: i,
          src,
          alt: `Photo ${i + 1} du signalement`,
          onRemove: onChange && (() => onChange(photos.filter((_, other) => other !== i))),
        }))}
      />
      {onChange && (
        <AddPhoto
          count={photos.length}
          onAdd={async (photo) => onChange([...photos, await addressOf(photo)])}
        />
      )}
    </Stack>
  );
}
