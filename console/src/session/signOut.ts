import { leavePage } from "./nextPage";
import { currentToken } from "./refresh";
import { reloadAt, reloadPage } from "./reload";
import { endSession } from "./session";

/** A server that does not answer by then keeps nobody signed in, in milliseconds. */
const TIMEOUT = 3000;

/** Ends the session here and on the server, then at the provider by which it was opened. */
export async function signOut(): Promise<void> {
  const address = await Promise.race([
    endAtProvider().catch(() => null),
    new Promise<null>((resolve) => window.setTimeout(resolve, TIMEOUT, null)),
  ]);
  endSession({ expired: false });
  leavePage();
  if (address) reloadAt(address);
  else reloadPage();
}

/** Returns the address that ends the session at its provider; null when there is none. */
async function endAtProvider(): Promise<string | null> {
  const answer = await fetch("/api/admin/compte/fin-session", {
    method: "POST",
    headers: { Authorization: `Bearer ${await currentToken()}` },
  });
  if (!answer.ok) return null;
  const { adresse }: { adresse: string | null } = await answer.json();
  return adresse;
}
