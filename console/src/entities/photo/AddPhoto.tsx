import { Button, FileButton, Group, Loader, Text } from "@mantine/core";
import { IconCamera, IconPhoto } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { asApiError } from "@/api/errors";
import { FormError } from "@/ui/form/FormError";
import { reduced } from "./reduced";

/** As many as the server keeps of one object. */
export const MOST_PHOTOS = 10;

type AddPhotoProps = {
  /** The number of photos that there are. */
  count: number;
  /** Receives a photo, reduced where this browser can. */
  onAdd: (photo: Blob) => Promise<unknown>;
};

/** Two buttons that add a photo, from the camera or from a file; what failed is said beneath them. */
export function AddPhoto({ count, onAdd }: AddPhotoProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const forget = [useRef<() => void>(null), useRef<() => void>(null)] as const;
  const add = async (file: File | null) => {
    for (const { current } of forget) current?.(); // the same file can be chosen again
    if (!file || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onAdd(await reduced(file));
    } catch (error) {
      setFailure(asApiError(error).message);
    } finally {
      setBusy(false);
    }
  };
  if (count >= MOST_PHOTOS) {
    return (
      <Text size="sm" c="dimmed">
        Dix photos au plus.
      </Text>
    );
  }
  const file = { accept: "image/jpeg,image/png", onChange: (one: File | null) => void add(one) };
  const button = { variant: "default", size: "md", mih: 44 } as const;
  return (
    <div>
      <Group gap="xs" align="center">
        <FileButton
          {...file}
          capture="environment"
          resetRef={forget[0]}
          inputProps={{ "aria-label": "Photo prise avec l'appareil" }}
        >
          {(open) => (
            <Button {...button} {...open} leftSection={<IconCamera size={20} aria-hidden />}>
              Prendre une photo
            </Button>
          )}
        </FileButton>
        <FileButton
          {...file}
          resetRef={forget[1]}
          inputProps={{ "aria-label": "Photo de cet appareil" }}
        >
          {(open) => (
            <Button {...button} {...open} leftSection={<IconPhoto size={20} aria-hidden />}>
              Choisir une photo
            </Button>
          )}
        </FileButton>
        {busy && (
          <Group gap={6} role="status">
            <Loader size="xs" />
            <Text size="sm">Envoi de la photo…</Text>
          </Group>
        )}
      </Group>
      <FormError message={failure} />
    </div>
  );
}
