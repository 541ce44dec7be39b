import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { asApiError } from "@/api/errors";
import { BusyButton } from "@/ui/BusyButton";
import { download } from "@/ui/download";
import { notifyError } from "@/ui/notify";
import { fetchCsv } from "../calls";
import type { FigureKey, Range } from "../types";

type CsvButtonProps = { titleId: string; figure: FigureKey; range: Range };

/** Downloads the figure as a CSV file. */
export function CsvButton({ titleId, figure, range }: CsvButtonProps) {
  const id = useId();
  const csv = useMutation({
    mutationFn: () => fetchCsv(figure, range),
    onSuccess: (file) => download(file, `${figure}_${range.du}_${range.au}.csv`),
    onError: (error) => {
      const { message, requestId } = asApiError(error);
      notifyError(requestId ? `${message} Référence\u00a0: ${requestId}` : message);
    },
  });
  return (
    <BusyButton
      id={id}
      aria-labelledby={`${id} ${titleId}`}
      variant="subtle"
      size="xs"
      busy={csv.isPending}
      leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
      onClick={() => csv.mutate()}
    >
      Télécharger (CSV)
    </BusyButton>
  );
}
