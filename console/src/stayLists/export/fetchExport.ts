import { rowCounter } from "./rowCounter";

type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** What a list gives to be downloaded. */
export interface ExportFile {
  name: string;
  /** One of its rows, in the singular. */
  row: string;
  stream: (as: {
    parseAs: "stream";
    signal: AbortSignal;
  }) => Promise<ByteStream | null | undefined>;
}

export type Received = { rows: number; bytes: number };

const CUT = "L'export s'est interrompu avant la fin. Rien n'a été enregistré\u00a0: recommencez.";

/** From this many bytes on, what came is handed to the browser, which keeps it out of memory if it likes. */
const PART = 4 << 20;

/** What the list shows, as a CSV file. The error bears the sentence to show. */
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
