import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { documentsNumbered, freeAddress, freePort, isReady, type Start, serve } from "./server.ts";

const shipped = resolve(import.meta.dirname, "../../deploy/haproxy");
const seeded = "consigne_e2e_seed";
const startLimit = 30_000;

/** The same for every node, since whatever they sign or seal passes from one to the other. */
const secret = "le même secret sur chaque nœud des parcours";

/** The PostgreSQL server of the tests, which scripts/with-postgres.sh starts. */
const postgres = () => process.env.CONSIGNE_TEST_POSTGRES_URL;

function database(name: string): string {
  const url = new URL(postgres() ?? "");
  url.pathname = `/${name}`;
  return url.href;
}

async function sql(statement: string): Promise<void> {
  const given = postgres();
  if (!given) {
    throw new Error(
      "The journeys on two nodes need PostgreSQL: run them under scripts/with-postgres.sh.",
    );
  }
  await promisify(execFile)("psql", [given, "-qX", "-v", "ON_ERROR_STOP=1", "-c", statement]);
}

const drop = (name: string) => sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/**
 * Loads the demonstration data into a database from which those of all sites are copied, if there is a PostgreSQL
 * server. Returns what drops it.
 */
export async function seedDatabase(): Promise<() => Promise<void>> {
  if (!postgres()) return async () => undefined;
  await drop(seeded);
  await sql(`CREATE DATABASE ${seeded}`);
  const folder = await mkdtemp(join(tmpdir(), "consigne-e2e-seed-"));
  const stop = await serve({ folder, url: await freeAddress(), env: nodeEnv(seeded, folder) });
  await documentsNumbered(folder);
  await stop();
  await rm(folder, { recursive: true, force: true });
  return () => drop(seeded);
}

function nodeEnv(name: string, folder: string): Record<string, string> {
  return {
    CONSIGNE_DATABASE_URL: database(name),
    CONSIGNE_SECRET: secret,
    CONSIGNE_OUTBOX: join(folder, "courriels"),
  };
}

/**
 * Starts two nodes with the demonstration data on a database of their own, behind HAProxy with the shipped
 * configuration.
 */
export const startNodes: Start = async (env = {}, host = "127.0.0.1") => {
  const name = `consigne_e2e_${randomBytes(8).toString("hex")}`;
  await sql(`CREATE DATABASE ${name} TEMPLATE ${seeded}`);
  const folder = await mkdtemp(join(tmpdir(), "consigne-e2e-"));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const nodes = [await freeAddress(), await freeAddress()];
  const folders = nodes.map((_, index) => join(folder, `node${index + 1}`));
  for (const one of folders) await mkdir(one);

  let running: (() => Promise<void>)[] = [];
  const up = async () => {
    running = await Promise.all(
      nodes.map((node, index) =>
        serve({
          folder: folders[index] ?? folder,
          url: node,
          env: {
            ...nodeEnv(name, folder),
            CONSIGNE_PUBLIC_URL: url,
            CONSIGNE_TRUSTED_PROXIES: "127.0.0.1",
            ...env,
          },
        }),
      ),
    );
  };
  const down = async () => {
    await Promise.all(running.map((stop) => stop()));
  };
  await up();
  const proxy = await startProxy(`127.0.0.1:${port}`, nodes);
  return {
    url,
    nodes,
    outbox: join(folder, "courriels"),
    up,
    down,
    async stop() {
      try {
        await proxy();
        await down();
      } finally {
        await drop(name);
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};

/** Starts HAProxy in front of these nodes, which are ready: it takes servers for fit until it has checked them. */
async function startProxy(bind: string, nodes: string[]): Promise<() => Promise<void>> {
  const [node1, node2] = nodes.map((node) => new URL(node).host);
  const child = spawn("haproxy", ["-db", "-f", join(shipped, "haproxy.cfg")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: `${process.env.PATH}:/usr/sbin`,
      CONSIGNE_HAPROXY_BIND: bind,
      CONSIGNE_HAPROXY_DIR: shipped,
      CONSIGNE_NODE1: node1,
      CONSIGNE_NODE2: node2,
    },
  });
  const failed = once(child, "error").then(() => {
    throw new Error("haproxy is not installed: run scripts/install-tools.sh first");
  });
  const listening = async () => {
    const deadline = Date.now() + startLimit;
    while (!(await isReady(`http://${bind}`))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error("HAProxy is not ready");
      }
      await delay(50);
    }
  };
  await Promise.race([failed, listening()]);
  const exited = once(child, "exit");
  return async () => {
    child.kill("SIGTERM");
    await exited;
  };
}
