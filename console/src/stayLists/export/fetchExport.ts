import { rowCounter } from "./rowCounter";

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The export of a list. */
export interface ExportFile {
  name: string;
  /** The word for one row, in the singular. */
  row: string;
  stream: (as: {
    parseAs: "stream";
    signal: AbortSignal;
  }) => Promise<ByteStream | null | undefined>;
}

export type Received = { rows: number; bytes: number };

const CUT = "L'export s'est interrompu avant la fin. Rien n'a été enregistré\u00a0: recommencez.";

/** Received parts are put into a blob from this many bytes on: the browser can keep a blob out of memory. */
const PART = 4 << 20;

/** Downloads the filtered list as a CSV file. The error thrown has the sentence to show. */
export async function fetchExport(
  asked: ExportFile,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (received: Received) => void },
): Promise<{ file: Blob; rows: number }> {
  const stream = await asked.stream({ parseAs: "stream", signal });
  if (!stream) throw new Error(CUT);
  const parts: Blob[] = [];
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  const received = { rows: 0, bytes: 0 };
  const countRows = rowCounter();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((reason: unknown) => {
      throw isAbort(reason) ? reason : new Error(CUT);
    });
    if (done) break;
    held.push(value);
    heldBytes += value.byteLength;
    received.bytes += value.byteLength;
    received.rows = countRows(value);
    if (heldBytes >= PART) {
      parts.push(new Blob(held));
      held = [];
      heldBytes = 0;
    }
    onReceived({ ...received });
  }
  return { file: new Blob([...parts, ...held], { type: "text/csv" }), rows: received.rows };
}

export const isAbort = (reason: unknown) =>
  reason instanceof DOMException && reason.name === "AbortError";
