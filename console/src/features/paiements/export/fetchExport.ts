import { client, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { type PaymentSearch, type Scope, wireFilters } from "../search";
import { rowCounter } from "./rowCounter";

export type Received = { rows: number; bytes: number };

const REFUSED =
  "Le serveur n'a pas accepté le ticket de cet export. Recommencez\u00a0: un nouveau ticket sera demandé.";
const CUT = "L'export s'est interrompu avant la fin. Rien n'a été enregistré\u00a0: recommencez.";

/** From this many bytes on, what came is handed to the browser, which keeps it out of memory if it likes. */
const PART = 4 << 20;

/** The payments that the list shows, as a CSV file. The error bears the sentence to show. */
export async function fetchExport(
  scope: Scope,
  search: PaymentSearch,
  { signal, onReceived }: { signal: AbortSignal; onReceived: (received: Received) => void },
): Promise<{ file: Blob; rows: number }> {
  const operator = scope ?? search.exploitant;
  const token = await openTicket(operator, search, scope, signal);
  const stream = await openStream(operator, token, signal);
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

async function openTicket(
  operator: number | undefined,
  search: PaymentSearch,
  scope: Scope,
  signal: AbortSignal,
): Promise<string> {
  const body = { filters: wireFilters(scope, search) };
  const { token } = await unwrap(
    operator === undefined
      ? client.POST("/api/admin/paiements/exportation", { body, signal })
      : client.POST("/api/admin/paiements/exportation/exploitant/{id}", {
          params: { path: { id: operator } },
          body,
          signal,
        }),
  );
  return token;
}

async function openStream(
  operator: number | undefined,
  token: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const as = { parseAs: "stream", signal } as const;
  try {
    const stream = await unwrap(
      operator === undefined
        ? client.GET("/api/paiements/exportation/format/csv/{token}", {
            params: { path: { token } },
            ...as,
          })
        : client.GET("/api/paiements/exportation/exploitant/{id}/format/csv/{token}", {
            params: { path: { id: operator, token } },
            ...as,
          }),
    );
    if (stream) return stream;
  } catch (error) {
    throw asApiError(error).status === 404 && !isAbort(error) ? new Error(REFUSED) : error;
  }
  throw new Error(CUT);
}

export const isAbort = (reason: unknown) =>
  reason instanceof DOMException && reason.name === "AbortError";
