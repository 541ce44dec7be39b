import { ActionIcon, Box, Image, Modal, Skeleton, UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { PlainList } from "@/ui/layout/PlainList";

export type Thumbnail = {
  key: string | number;
  /** The address of the picture; undefined: it is not loaded yet. */
  src: string | undefined;
  /** « Photo 1 de l'intervention n° 12 ». */
  alt: string;
  onRemove?: (() => void) | undefined;
};

const SIDE = 88;

/** Photos in small; pressing one shows it large. */
export function Thumbnails({ photos }: { photos: readonly Thumbnail[] }) {
  const [shown, setShown] = useState<Thumbnail>();
  if (photos.length === 0) return null;
  return (
    <>
      <PlainList row gap="xs">
        {photos.map((photo) => (
          <Box component="li" key={photo.key} pos="relative">
            {photo.src === undefined ? (
              <Skeleton w={SIDE} h={SIDE} />
            ) : (
              <UnstyledButton
                aria-label={`Agrandir\u00a0: ${photo.alt}`}
                onClick={() => setShown(photo)}
              >
                <Image src={photo.src} alt={photo.alt} w={SIDE} h={SIDE} radius="sm" />
              </UnstyledButton>
            )}
            {photo.onRemove && (
              <ActionIcon
                pos="absolute"
                top={0}
                right={0}
                size={44}
                variant="filled"
                color="dark"
                aria-label={`Retirer\u00a0: ${photo.alt}`}
                onClick={photo.onRemove}
              >
                <IconX size={20} aria-hidden />
              </ActionIcon>
            )}
          </Box>
        ))}
      </PlainList>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.alt}
        size="auto"
        closeButtonProps={{ "aria-label": "Fermer" }}
      >
        {shown && <Image src={shown.src} alt={shown.alt} mah="80dvh" fit="contain" />}
      </Modal>
    </>
  );
}
