import { Button, FileButton, Group, Image, Text } from "@mantine/core";
import { IconCamera } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { asApiError } from "@/api/errors";
import { formatShort } from "@/format";
import { useRights } from "@/session/rights";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { DetailCard } from "@/ui/layout/DetailCard";
import { type LeftBikeFile, photoQuery, useAddPhoto } from "./api";

/** The photos of a file; two are wanted before the bicycle is removed. */
export function Photos({ file }: { file: LeftBikeFile }) {
  const { can } = useRights();
  const { mutateAsync: add, isPending } = useAddPhoto(file.id);
  const may =
    (can("DROIT_EVENEMENTS_ECRITURE") || can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE")) &&
    file.closLe === null;
  const send = async (picture: File | null) => {
    if (!picture) return;
    try {
      await add(picture);
      notifySuccess("La photo est ajoutée.");
    } catch (error) {
      notifyError(asApiError(error).message);
    }
  };
  return (
    <DetailCard title="Photos">
      {file.photos.length < 2 && <Text c="dimmed">Deux photos sont attendues à l'enlèvement.</Text>}
      <Group gap="xs" mt="xs">
        {file.photos.map(({ id, ajouteLe }) => (
          <Picture key={id} file={file.id} photo={id} taken={ajouteLe} />
        ))}
      </Group>
      {may && (
        <FileButton accept="image/jpeg,image/png" onChange={send}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              mt="sm"
              loading={isPending}
              leftSection={<IconCamera size={16} stroke={1.75} aria-hidden />}
            >
              Ajouter une photo
            </Button>
          )}
        </FileButton>
      )}
    </DetailCard>
  );
}

/** One picture, which the browser may read only with the session of its reader. */
function Picture({ file, photo, taken }: { file: number; photo: number; taken: string }) {
  const { data } = useQuery(photoQuery(file, photo));
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data as Blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return <Image src={address} alt={`Vélo, le ${formatShort(taken)}`} w={140} h={105} fit="cover" />;
}
