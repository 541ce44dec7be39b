import { setTimeout as delay } from "node:timers/promises";
import { test as base, expect, type Response } from "@playwright/test";
import { type Account, accounts, type Operator, operators, password } from "./accounts.ts";
import { breach } from "./contract.ts";
import { startNodes } from "./nodes.ts";
import { type RestartableServer, type Start, startServer } from "./server.ts";

export { expect };

/** How long the end of a test waits for the bodies of the last answers, in milliseconds. */
const bodyLimit = 1_000;

/** The name of the server of every spec that changes nothing. */
const shared = "partagé";

export interface ServerOptions {
  /** The name of the server: a spec that changes data uses one of its own, so that it disturbs no other. */
  serverName: string;
}

export interface SiteOptions {
  /** Whether sites have two nodes on PostgreSQL behind HAProxy, or one on SQLite. */
  twoNodes: boolean;
}

interface WorkerFixtures extends SiteOptions {
  /** Starts a site that the test stops. */
  start: Start;
  /** Returns the running server of that name, and starts it if there is none. */
  serverOf: (name: string) => Promise<RestartableServer>;
}

interface Fixtures extends ServerOptions {
  server: RestartableServer;
  /** The account that is signed in when the test begins, without passing through the login page. */
  account: Account | undefined;
  /** The operator already chosen; `undefined` for a first visit. */
  operator: Operator | undefined;
  /** The errors of every page of the test; each test ends by checking that there are none. */
  pageFaults: string[];
  /** How answers of the API differ from docs/openapi.json; each test ends by checking that none does. */
  breaches: string[];
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // A worker option would start another worker, with its browser, for each name.
  serverName: [shared, { option: true }],

  twoNodes: [false, { option: true, scope: "worker" }],

  start: [
    async ({ twoNodes }, use) => use(twoNodes ? startNodes : startServer),
    { scope: "worker" },
  ],

  serverOf: [
    async ({ start }, use) => {
      const running = new Map<string, RestartableServer>();
      await use(async (name) => {
        const found = running.get(name);
        if (found) return found;
        // The spec that used the server of another name is done.
        for (const [other, server] of running) {
          if (other === shared) continue;
          running.delete(other);
          await server.stop();
        }
        const started = await start();
        running.set(name, started);
        return started;
      });
      for (const server of running.values()) await server.stop();
    },
    { scope: "worker" },
  ],

  server: async ({ serverOf, serverName }, use) => use(await serverOf(serverName)),

  account: [undefined, { option: true }],
  operator: ["grandval", { option: true }],

  baseURL: async ({ server }, use) => use(server.url),

  storageState: async ({ account, operator, server }, use) => {
    const stored = account
      ? { ...(await openSession(server.url, account)), ...chosen(operator) }
      : {};
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    await use({ cookies: [], origins: [{ origin: server.url, localStorage }] });
  },

  page: async ({ page }, use) => {
    await use(page);
    // A page asks again on its own: an answer that a journey was changing meanwhile is no fault.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },

  pageFaults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on("weberror", (fault) => faults.push(`uncaught: ${fault.error().message}`));
      context.on("console", (message) => {
        if (message.type() === "error" && !isRefusal(message.text())) {
          faults.push(`console: ${message.text()}`);
        }
      });
      context.on("response", (response) => {
        if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
      });
      await use(faults);
      expect(faults, "no uncaught error, no console error (CSP included), no server error").toEqual(
        [],
      );
    },
    { auto: true },
  ],

  breaches: [
    async ({ context }, use) => {
      const breaches: string[] = [];
      const checks: Promise<void>[] = [];
      const check = async (response: Response) => {
        const found = await breach(response).catch(String);
        if (found) breaches.push(found);
      };
      context.on("response", (response) => {
        checks.push(check(response));
      });
      await use(breaches);
      // Chromium never gives the body of some answers that came just before the page went elsewhere.
      await Promise.race([Promise.all(checks), delay(bodyLimit)]);
      expect(breaches, "every answer is one that docs/openapi.json declares").toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Ignores expected messages: Chromium reports every 4xx answer, and every call that a journey aborts or that finds no
 * server, as an error. A journey that causes one checks what the page shows.
 */
function isRefusal(text: string): boolean {
  return /^Failed to load resource: (.* status of 4\d\d|net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_\w+|EMPTY_RESPONSE))/.test(
    text,
  );
}

async function openSession(url: string, account: Account): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/compte/connexion`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: accounts[account], password }),
  });
  expect(answer.status).toBe(200);
  const { token, refreshToken } = (await answer.json()) as Record<string, string>;
  return { token: token ?? "", refreshToken: refreshToken ?? "" };
}

function chosen(operator: Operator | undefined): Record<string, string> {
  if (!operator) return {};
  const { id, nom } = operators[operator];
  return { exploitantId: String(id), exploitantNom: nom };
}
