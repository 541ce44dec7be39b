import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Means = SchemaOf<"SignInStep">["moyens"][number];
export type Proof =
  | { moyen: Exclude<Means, "passkey">; code: string }
  | { moyen: "passkey"; reponse: unknown };
export type NewFactor = SchemaOf<"NewFactor">;

type SchemaOf<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** Ends a sign-in that awaits a second factor; returns the tokens of the session. */
export const proveSecondFactor = (jetonEtape: string, proof: Proof) =>
  unwrap(client.POST("/api/compte/connexion/second-facteur", { body: { jetonEtape, ...proof } }));

/** Returns a new key for an application that gives codes. */
export const newApplicationKey = (jetonEtape: string) =>
  unwrap(client.POST("/api/compte/second-facteur/totp", { body: { jetonEtape } }));

/** Adds the factor of the step, once the proof shows that it works. */
export const addFactor = (jetonEtape: string, nom: string, proof: Proof): Promise<NewFactor> =>
  unwrap(client.POST("/api/compte/second-facteur", { body: { jetonEtape, nom, ...proof } }));
