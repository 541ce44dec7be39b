import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export const binary = resolve(import.meta.dirname, "../../bin/consigne");
const startLimit = 60_000;

export interface Server {
  url: string;
  /** The folder in which the server writes its mails, one .eml file each. */
  outbox: string;
  stop: () => Promise<void>;
}

/** A server that a journey ends and starts again, at the same address and with the same data. */
export interface RestartableServer extends Server {
  /** The addresses of its nodes; of one alone, its own. */
  nodes: string[];
  down: () => Promise<void>;
  up: () => Promise<void>;
}

/** Starts a site on one node, or on several, at a free port of this host. */
export type Start = (env?: Record<string, string>, host?: string) => Promise<RestartableServer>;

/** What a node is started with. */
interface NodeOptions {
  /** Its folder, which holds its log. */
  folder: string;
  url: string;
  env: Record<string, string>;
  /** The binary, when it is not that of this worktree. */
  program?: string;
}

/**
 * The folder with the demonstration data, loaded once by the global set-up. A server that starts on a copy of it is
 * ready in a tenth of the time.
 */
const seed = () => process.env.CONSIGNE_E2E_SEED;

/** Loads the demonstration data into a folder, and returns that folder. */
export async function seedFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "consigne-e2e-seed-"));
  const server = await serveAlone(folder, await freeAddress(), {});
  await documentsNumbered(folder);
  await server.stop();
  await rm(join(folder, "server.log"));
  return folder;
}

/** Starts the real binary with the demonstration data, on a free port and in a folder of its own. */
export const startServer: Start = async (env = {}, host = "127.0.0.1") => {
  const folder = await mkdtemp(join(tmpdir(), "consigne-e2e-"));
  const seeded = seed();
  if (seeded) await cp(seeded, folder, { recursive: true });
  const url = await freeAddress(host);
  let server = await serveAlone(folder, url, env);
  return {
    ...server,
    nodes: [url],
    down: () => server.stop(),
    async up() {
      server = await serveAlone(folder, url, env);
    },
    async stop() {
      try {
        await server.stop();
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};

export const freeAddress = async (host = "127.0.0.1") => `http://${host}:${await freePort()}`;

async function serveAlone(
  folder: string,
  url: string,
  env: Record<string, string>,
): Promise<Server> {
  const outbox = join(folder, "courriels");
  const stop = await serve({
    folder,
    url,
    env: {
      CONSIGNE_PUBLIC_URL: url,
      CONSIGNE_DATABASE_URL: `sqlite:${join(folder, "consigne.db")}`,
      CONSIGNE_OUTBOX: outbox,
      ...env,
    },
  });
  return { url, outbox, stop };
}

/** Starts the real binary in this folder, waits until it is ready, and returns what stops it. */
export async function serve({
  folder,
  url,
  env,
  program = binary,
}: NodeOptions): Promise<() => Promise<void>> {
  const logPath = join(folder, "server.log");
  const log = await open(logPath, "a");
  const child = spawn(program, ["serve", "--demo"], {
    cwd: folder,
    stdio: ["ignore", log.fd, log.fd],
    env: {
      PATH: process.env.PATH,
      CONSIGNE_LISTEN: new URL(url).host,
      // The journeys connect to no other machine: maps show a grid instead of tiles.
      CONSIGNE_TILES_URL: "aucun",
      ...env,
    },
  });
  const exited = once(child, "exit");
  await log.close();

  const deadline = Date.now() + startLimit;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`${program} is not ready:\n${await readFile(logPath, "utf8")}`);
    }
    await delay(50);
  }

  return async () => {
    child.kill("SIGTERM");
    const [code] = await exited;
    if (code !== 0) {
      throw new Error(`${program} ended with ${code}:\n${await readFile(logPath, "utf8")}`);
    }
  };
}

/** Waits until the documents of the demonstration are numbered, so that no copy of its data goes on with it. */
export async function documentsNumbered(folder: string): Promise<void> {
  const deadline = Date.now() + 2 * startLimit;
  for (;;) {
    const log = await readFile(join(folder, "server.log"), "utf8");
    if (log.includes("the documents of the demonstration are numbered")) return;
    if (Date.now() > deadline)
      throw new Error(`the documents of the demonstration are not numbered:\n${log}`);
    await delay(50);
  }
}

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false; // not listening yet
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
