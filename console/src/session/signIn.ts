import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";
import { mayUseConsole } from "./jwt";
import { invalidate, storeTokens, type Tokens } from "./session";

export type Credentials = { username: string; password: string };

/** What a sign-in awaits after the password. */
export type SignInStep = components["schemas"]["SignInStep"];

/**
 * Checks the password. Stores the tokens of the session, or returns the step that comes before it; returns false for an
 * account that may not use the console.
 */
export async function signIn(credentials: Credentials): Promise<boolean | SignInStep> {
  const answer = await unwrap(client.POST("/api/compte/connexion", { body: credentials }));
  return "etape" in answer ? answer : enter(answer);
}

/** Stores the tokens of a session; returns false for an account that may not use the console. */
export function enter(tokens: Tokens): boolean {
  if (!mayUseConsole(tokens.token)) {
    invalidate(tokens);
    return false;
  }
  storeTokens(tokens);
  return true;
}

export async function askForPasswordLink(mail: string): Promise<void> {
  await unwrap(client.POST("/api/mot-de-passe/demander-changement", { body: { mail } }));
}

export async function confirmEmail(jeton: string): Promise<void> {
  await unwrap(client.POST("/api/compte/adresse/confirmer", { body: { jeton } }));
}

/** Confirms the registration, and returns the name of the operator that registered the account. */
export async function confirmRegistration(jeton: string): Promise<string> {
  const { exploitant } = await unwrap(
    client.POST("/api/compte/inscription/confirmer", { body: { jeton } }),
  );
  return exploitant;
}

export async function setPassword(jeton: string, motDePasse: string): Promise<void> {
  await unwrap(client.POST("/api/mot-de-passe/changer", { body: { jeton, motDePasse } }));
}
