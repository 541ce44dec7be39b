import createClient from "openapi-fetch";
import { ApiError } from "./errors";
import { idempotency } from "./idempotency";
import type { paths } from "./schema";
import { send } from "./send";

/** Every API call of the console uses this client; the session adds the bearer token as a middleware. */
export const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: send,
});
client.use(idempotency);

/** The parameters of a call about one record, whose id stands in its path. */
export const byId = <Query = undefined>(id: number, query = undefined as Query) => ({
  params: { path: { id }, query },
});

/** The header by which a write is refused when others changed the record after that version. */
export const ifMatch = (version: number | undefined) =>
  version === undefined ? undefined : { "If-Match": `"${version}"` };

/** The parameters of a write of one record that was read in that version. */
export const atVersion = (id: number, version: number | undefined) => ({
  params: { path: { id }, header: ifMatch(version) },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the data of a call, or throws an ApiError whose message can be shown as it is. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
    throw ApiError.unreachable();
  });
  if (!response.ok) throw ApiError.from(response.status, error);
  return data as T;
}
