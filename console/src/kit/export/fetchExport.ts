import type { Format } from "@/ui/form/FileButton";
import { type ByteStream, receive } from "./receive";
import { rowCounter } from "./rowCounter";
import type { StreamOptions } from "./stream";

/** The export of a list. */
export interface ExportFile {
  /** Without its extension. */
  name: string;
  /** The word for one row, in the singular. */
  row: string;
  stream: (format: Format, as: StreamOptions) => Promise<ByteStream | null | undefined>;
}

/** Rows cannot be told from the bytes of a workbook. */
export type Received = { rows: number | undefined; bytes: number };

const TYPES: Record<Format, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const INTERRUPTED =
  "L'export s'est interrompu avant la fin. Rien n'a été enregistré\u00a0: recommencez.";

/** Downloads the filtered list as a file. The error thrown has the sentence to show. */
export async function fetchExport(
  file: ExportFile,
  format: Format,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (received: Received) => void },
): Promise<{ file: Blob; rows: number | undefined }> {
  const received: Received = { rows: format === "csv" ? 0 : undefined, bytes: 0 };
  const countRows = rowCounter();
  const read = await receive(await file.stream(format, { parseAs: "stream", signal }), {
    type: TYPES[format],
    interrupted: INTERRUPTED,
    onPart: (part) => {
      received.bytes += part.byteLength;
      if (format === "csv") received.rows = countRows(part);
      onReceived({ ...received });
    },
  });
  return { file: read, rows: received.rows };
}
