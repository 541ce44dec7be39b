import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { asApiError } from "@/api/errors";
import { notifyError } from "@/ui/feedback/notify";
import { download } from "@/ui/form/download";
import { FileButton, type Format } from "@/ui/form/FileButton";
import { fetchFile } from "../calls";
import type { FigureKey, Range } from "../types";

type CsvButtonProps = { titleId: string; title: string; figure: FigureKey; range: Range };

/** Downloads the figure as a CSV file, or in another format. */
export function CsvButton({ titleId, title, figure, range }: CsvButtonProps) {
  const id = useId();
  const file = useMutation({
    mutationFn: async (format: Format) =>
      download(
        await fetchFile(figure, range, format),
        `${figure}_${range.du}_${range.au}.${format}`,
      ),
    onError: (error) => {
      const { message, requestId } = asApiError(error);
      notifyError(requestId ? `${message} Référence\u00a0: ${requestId}` : message);
    },
  });
  return (
    <FileButton
      id={id}
      aria-labelledby={`${id} ${titleId}`}
      variant="subtle"
      size="xs"
      busy={file.isPending}
      menuLabel={`Format du fichier, ${title}`}
      leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
      onPick={(format) => file.mutate(format)}
    >
      Télécharger (CSV)
    </FileButton>
  );
}
