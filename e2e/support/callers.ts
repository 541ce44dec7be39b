import { type Account, accounts, password } from "./accounts.ts";

export type Json = Record<string, unknown>;

/** Calls the API with what stands in its Authorization header. */
const caller =
  (url: string, bearer: string) => async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Json };
  };

/** Calls the API as an account of the demonstration. */
export async function callerOf(url: string, account: Account) {
  const credentials = { username: accounts[account], password };
  const { body: session } = await caller(url, "")("POST", "/compte/connexion", credentials);
  return caller(url, String(session.token));
}

export const adminOf = (url: string) => callerOf(url, "admin");

/** Calls the API as an administrator, and as an application of the first operator. */
export async function callers(url: string) {
  const admin = await adminOf(url);
  const { body: key } = await admin("POST", "/admin/exploitant/1/cle", { libelle: "Essais" });
  return { admin, field: caller(url, String(key.cle)) };
}
