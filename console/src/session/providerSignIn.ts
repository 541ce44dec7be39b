import { client, unwrap } from "@/api/client";
import { reloadAt } from "./reload";
import { enter, type SignInStep } from "./signIn";

/** Set in a tab that was opened only to sign in. */
const ASIDE = "connexionSeule";

/** What the address holds when a provider sends the browser back. */
export type ProviderReturn = { code?: string; state?: string; iss?: string; error?: string };

const addressOf = async (id: string): Promise<string> => {
  const call = client.POST("/api/compte/connexion/fournisseur/{id}", { params: { path: { id } } });
  return (await unwrap(call)).adresse;
};

/** Leaves the console for the provider; what waits for it stays busy until then. */
export async function leaveForProvider(id: string): Promise<never> {
  reloadAt(await addressOf(id));
  return new Promise(() => undefined);
}

/**
 * Signs in at the provider in another tab, so that what was typed in this one is kept. Returns false when the browser
 * opens none.
 */
export async function signInAside(id: string): Promise<boolean> {
  // The new tab starts with a copy of this storage.
  sessionStorage.setItem(ASIDE, "1");
  const tab = window.open("about:blank");
  sessionStorage.removeItem(ASIDE);
  if (!tab) return false;
  try {
    tab.location.replace(await addressOf(id));
  } catch (error) {
    tab.close();
    throw error;
  }
  return true;
}

/** Reports whether this tab was opened only to sign in. */
export const isAside = (): boolean => sessionStorage.getItem(ASIDE) !== null;

let last: { state: string | undefined; outcome: Promise<boolean | SignInStep> } | undefined;

/** Ends the sign-in at the provider as `signIn` does, once for each return. */
export function finishAtProvider(returned: ProviderReturn): Promise<boolean | SignInStep> {
  if (!last || last.state !== returned.state)
    last = { state: returned.state, outcome: finish(returned) };
  return last.outcome;
}

async function finish(body: ProviderReturn): Promise<boolean | SignInStep> {
  const answer = await unwrap(client.POST("/api/compte/connexion/retour", { body }));
  return "etape" in answer ? answer : enter(answer);
}
