import type { StreamOptions } from "@/data/stream";
import { type ByteStream, receive } from "./receive";
import { rowCounter } from "./rowCounter";

/** The export of a list. */
export interface ExportFile {
  name: string;
  /** The word for one row, in the singular. */
  row: string;
  stream: (as: StreamOptions) => Promise<ByteStream | null | undefined>;
}

export type Received = { rows: number; bytes: number };

const INTERRUPTED =
  "L'export s'est interrompu avant la fin. Rien n'a été enregistré\u00a0: recommencez.";

/** Downloads the filtered list as a CSV file. The error thrown has the sentence to show. */
export async function fetchExport(
  file: ExportFile,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (received: Received) => void },
): Promise<{ file: Blob; rows: number }> {
  const received = { rows: 0, bytes: 0 };
  const countRows = rowCounter();
  const read = await receive(await file.stream({ parseAs: "stream", signal }), {
    type: "text/csv",
    interrupted: INTERRUPTED,
    onPart: (part) => {
      received.bytes += part.byteLength;
      received.rows = countRows(part);
      onReceived({ ...received });
    },
  });
  return { file: read, rows: received.rows };
}
