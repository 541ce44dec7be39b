import { client, unwrap } from "@/api/client";
import { signInRefusal } from "@/api/errors";
import type { Tokens } from "./session";

/** The person closed the dialog of the browser, or has no passkey here. */
export class PasskeyRefused extends Error {
  override message = "Aucune clé d'accès n'a été présentée.";
}

/** Returns the sentence that says why a passkey was not used. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof PasskeyRefused ? error.message : signInRefusal(error);

/** Signs in with a passkey alone; returns the tokens of the session. */
export async function signInWithPasskey(): Promise<Tokens> {
  const { jetonEtape, options } = await unwrap(
    client.POST("/api/compte/connexion/cle-acces/options", { body: {} }),
  );
  const reponse = await use(options);
  return unwrap(client.POST("/api/compte/connexion/cle-acces", { body: { jetonEtape, reponse } }));
}

/** Returns the answer of a passkey of the account, as the second factor of a step. */
export async function answerStep(jetonEtape: string): Promise<unknown> {
  const { options } = await unwrap(
    client.POST("/api/compte/connexion/cle-acces/options", { body: { jetonEtape } }),
  );
  return use(options);
}

/** Returns the answer of a passkey of the caller, who proves again who they are, and the step that awaits it. */
export async function answerOwn(): Promise<{ jetonEtape: string; reponse: unknown }> {
  const { jetonEtape, options } = await unwrap(
    client.POST("/api/admin/compte/confirmation/cle-acces"),
  );
  return { jetonEtape, reponse: await use(options) };
}

/** Makes a passkey in a step; returns what proves it. */
export async function makePasskey(jetonEtape: string): Promise<unknown> {
  const { options } = await unwrap(
    client.POST("/api/compte/second-facteur/cle-acces", { body: { jetonEtape } }),
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(() => navigator.credentials.create({ publicKey }));
}

function use(options: unknown): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(() => navigator.credentials.get({ publicKey }));
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<unknown> {
  const credential = await ask().catch(() => null);
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyRefused();
  return credential.toJSON();
}
