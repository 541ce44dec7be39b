import { IconQrcode } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import { notifyError } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { download } from "@/ui/form/download";
import { useDoorLabels } from "./api";

/** Downloads the labels of the station's doors, whose QR codes open the sheet of each. */
export function LabelsButton({ stationId }: { stationId: number }) {
  const { mutateAsync: load, isPending } = useDoorLabels(stationId);
  return (
    <BusyButton
      variant="default"
      mt="md"
      busy={isPending}
      leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden />}
      onClick={() =>
        void load().then(
          (file) => download(file, "etiquettes.pdf"),
          (error: unknown) => notifyError(asApiError(error).message),
        )
      }
    >
      Étiquettes à coller sur les portes
    </BusyButton>
  );
}
