import { Stack, Text } from "@mantine/core";
import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { AddPhoto } from "./AddPhoto";
import { Thumbnails } from "./Thumbnails";

type PhotosProps<Key extends QueryKey> = {
  /** What they are of: « de l'intervention n° 12 ». */
  of: string;
  ids: readonly number[];
  /** The query of a picture, as an address that the page may show (`addressOf`). */
  pictureQuery: (id: number) => UseQueryOptions<string, Error, string, Key>;
  /** Sends a photo; undefined: this account only looks. */
  onAdd?: ((photo: Blob) => Promise<unknown>) | undefined;
};

/** The photos of something, in small, and the buttons that add one. */
export function Photos<Key extends QueryKey>({ of, ids, pictureQuery, onAdd }: PhotosProps<Key>) {
  const pictures = useQueries({ queries: ids.map(pictureQuery) });
  if (ids.length === 0 && !onAdd) return <Text c="dimmed">Aucune photo.</Text>;
  return (
    <Stack gap="xs">
      <Thumbnails
        photos={ids.map((id, i) => ({
          key: id,
          src: pictures[i]?.data,
          alt: `Photo ${i + 1} ${of}`,
        }))}
      />
      {onAdd && <AddPhoto count={ids.length} onAdd={onAdd} />}
    </Stack>
  );
}
