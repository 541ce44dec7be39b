import { expect, type Page } from "@playwright/test";
import { accounts, password } from "./accounts.ts";
import type { Json } from "./callers.ts";
import { test as base } from "./fixtures.ts";
import { type Person, type Provider, providerPassword, startProvider } from "./provider.ts";

interface Offer {
  label: string;
  /** Those of the demonstration's people if absent. */
  domains?: string[];
  required?: boolean;
}

const theirs = ["consigne.test", "grandval.test", "littoral.test"];

/** Lets accounts of the site sign in at the provider, as an administrator does; returns what ends that. */
async function offer(site: string, provider: Provider, given: Offer) {
  const { token } = await post(site, "/compte/connexion", { username: accounts.admin, password });
  const bearer = { Authorization: `Bearer ${token}` };
  const { id } = await post(
    site,
    "/admin/connexion-unique/fournisseur",
    {
      libelle: given.label,
      emetteur: provider.issuer,
      idClient: provider.clientId,
      secret: provider.secret,
      domaines: given.domains ?? theirs,
      obligatoire: given.required ?? false,
      actif: true,
    },
    bearer,
  );
  return async () => {
    const address = `${site}/api/admin/connexion-unique/fournisseur/${id}`;
    const answer = await fetch(address, { method: "DELETE", headers: bearer });
    expect(answer.ok, await answer.text()).toBe(true);
  };
}

async function post(site: string, path: string, data: object, headers = {}): Promise<Json> {
  const answer = await fetch(`${site}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(data),
  });
  const text = await answer.text();
  expect(answer.ok, `${path}: ${answer.status} ${text}`).toBe(true);
  return JSON.parse(text);
}

interface Options {
  signedUserinfo?: boolean;
  domains?: string[];
  required?: boolean;
}

/** Offers a provider with these people on the login page until the test ends. */
type OfferProvider = (
  label: string,
  people: Record<string, Person>,
  options?: Options,
) => Promise<Provider>;

/** Journeys that sign in at providers. */
export const test = base.extend<{ offerProvider: OfferProvider }>({
  offerProvider: async ({ server }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (label, people, { signedUserinfo, ...options } = {}) => {
      const provider = await startProvider({
        site: server.url,
        people,
        ...(signedUserinfo && { signedUserinfo }),
      });
      ends.push(provider.stop);
      ends.push(await offer(server.url, provider, { label, ...options }));
      return provider;
    });
    for (const end of ends.reverse()) await end();
  },
});

/** Leaves the login page for the provider of that name. */
export async function leaveFor(page: Page, label: string): Promise<void> {
  await page.goto("/connexion");
  await page.getByRole("button", { name: `Se connecter avec ${label}` }).click();
}

/** Signs in on the login page of a provider. */
export async function identify(page: Page, login: string): Promise<void> {
  await page.getByRole("textbox", { name: "Identifiant" }).fill(login);
  await page.getByRole("textbox", { name: "Mot de passe du fournisseur" }).fill(providerPassword);
  await page.getByRole("button", { name: "S'identifier" }).click();
}

interface Departure {
  /** The address to which the provider sends the browser back. */
  back: string;
  /** What binds the sign-in to the browser. */
  cookie: string;
}

/** Begins a sign-in at the first provider that is offered, and ends it there, without a browser. */
export async function depart(site: string, login: string): Promise<Departure> {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(address, {
      redirect: "manual",
      ...init,
      headers: { Cookie: cookie(), ...init.headers },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const follow = async (address: string, init?: RequestInit): Promise<string> => {
    const answer = await ask(address, init);
    return new URL(answer.headers.get("location") ?? "", address).href;
  };

  const offered = await ask(`${site}/api/compte/connexion/fournisseurs`);
  const { fournisseurs } = (await offered.json()) as { fournisseurs: { id: string }[] };
  const started = await ask(`${site}/api/compte/connexion/fournisseur/${fournisseurs[0]?.id}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  });
  const { adresse } = (await started.json()) as { adresse: string };
  const bound = cookie();
  const form = await follow(adresse);
  const body = new URLSearchParams({ login, password: providerPassword });
  return { back: await follow(await follow(form, { method: "POST", body })), cookie: bound };
}
