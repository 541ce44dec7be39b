import { accounts, password } from "./accounts.ts";

export type Json = Record<string, unknown>;

/** Calls the API as an administrator, and as an application of the first operator. */
export async function callers(url: string) {
  const caller = (bearer: string) => async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const credentials = { username: accounts.admin, password };
  const { body: session } = await caller("")("POST", "/compte/connexion", credentials);
  const admin = caller(String(session.token));
  const { body: key } = await admin("POST", "/admin/exploitant/1/cle", { libelle: "Essais" });
  return { admin, field: caller(String(key.cle)) };
}
