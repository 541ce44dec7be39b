export type ByteStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Received parts are put into a blob from this many bytes on: the browser can keep a blob out of memory. */
const BLOB_SIZE = 4 << 20;

interface Receiving {
  /** The media type of the file. */
  type: string;
  /** The sentence of the error thrown when the answer breaks off. */
  interrupted: string;
  onPart: (part: Uint8Array<ArrayBuffer>) => void;
}

/** Reads the whole file that the server writes while it is read. */
export async function receive(
  stream: ByteStream | null | undefined,
  { type, interrupted, onPart }: Receiving,
): Promise<Blob> {
  if (!stream) throw new Error(interrupted);
  const parts: Blob[] = [];
  let buffered: Uint8Array<ArrayBuffer>[] = [];
  let bufferedBytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((reason: unknown) => {
      throw isAbort(reason) ? reason : new Error(interrupted);
    });
    if (done) break;
    buffered.push(value);
    bufferedBytes += value.byteLength;
    if (bufferedBytes >= BLOB_SIZE) {
      parts.push(new Blob(buffered));
      buffered = [];
      bufferedBytes = 0;
    }
    onPart(value);
  }
  return new Blob([...parts, ...buffered], { type });
}

export const isAbort = (reason: unknown) =>
  reason instanceof DOMException && reason.name === "AbortError";
