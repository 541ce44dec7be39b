import createClient from "openapi-fetch";
import { ApiError } from "./errors";
import { position } from "./position";
import type { paths } from "./schema";

/** Every call of the console goes through here; the session adds its bearer as a middleware. */
export const client = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => globalThis.fetch(request),
});
client.use(position);

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The data of a call, or an ApiError whose message can be shown as it is. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === "AbortError") throw reason;
    throw ApiError.unreachable();
  });
  if (!response.ok) throw ApiError.from(response.status, error);
  return data as T;
}
