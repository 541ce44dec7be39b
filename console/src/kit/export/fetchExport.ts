import type { StreamOptions } from "@/data/stream";
import { rowCounter } from "./rowCounter";

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

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

/** Received parts are put into a blob from this many bytes on: the browser can keep a blob out of memory. */
const BLOB_SIZE = 4 << 20;

/** Downloads the filtered list as a CSV file. The error thrown has the sentence to show. */
export async function fetchExport(
  file: ExportFile,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (received: Received) => void },
): Promise<{ file: Blob; rows: number }> {
  const stream = await file.stream({ parseAs: "stream", signal });
  if (!stream) throw new Error(INTERRUPTED);
  const parts: Blob[] = [];
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let bufferedBytes = 0;
  const received = { rows: 0, bytes: 0 };
  const countRows = rowCounter();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((reason: unknown) => {
      throw isAbort(reason) ? reason : new Error(INTERRUPTED);
    });
    if (done) break;
    buffered.push(value);
    bufferedBytes += value.byteLength;
    received.bytes += value.byteLength;
    received.rows = countRows(value);
    if (bufferedBytes >= BLOB_SIZE) {
      parts.push(new Blob(buffered));
      buffered = [];
      bufferedBytes = 0;
    }
    onReceived({ ...received });
  }
  return { file: new Blob([...parts, ...buffered], { type: "text/csv" }), rows: received.rows };
}

export const isAbort = (reason: unknown) =>
  reason instanceof DOMException && reason.name === "AbortError";
