import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { binary, freePort } from "./server.ts";

export interface Broker {
  /** The address at which the server and the controllers reach it. */
  url: string;
  start: () => Promise<void>;
  /** Stops the broker without notifying its clients. */
  kill: () => Promise<void>;
  remove: () => Promise<void>;
}

/** A real Mosquitto that accepts any client on this machine; its access list is tested elsewhere. */
export async function startBroker(): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), "consigne-e2e-mqtt-"));
  const port = await freePort();
  const config = join(folder, "mosquitto.conf");
  await writeFile(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
  let child: ChildProcess | undefined;

  const broker: Broker = {
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      child = spawn("mosquitto", ["-c", config], {
        stdio: "ignore",
        env: { PATH: `${process.env.PATH}:/usr/sbin` },
      });
      const failed = once(child, "error").then(() => {
        throw new Error("mosquitto is not installed: run scripts/install-tools.sh first");
      });
      await Promise.race([failed, listening(port)]);
    },
    async kill() {
      await end(child, "SIGKILL");
    },
    async remove() {
      await end(child, "SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
  await broker.start();
  return broker;
}

/** A controller of the station: types each code that it receives, then closes the door. */
export function startController(broker: Broker, station: number): { stop: () => Promise<void> } {
  const child = spawn(
    binary,
    ["controller-sim", "--mqtt", broker.url, "--station", String(station), "--auto"],
    { stdio: "ignore" },
  );
  return { stop: () => end(child, "SIGTERM") };
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function listening(port: number): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(50)) {
    const socket = connect(port, "127.0.0.1");
    const up = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (up) return;
  }
  throw new Error("mosquitto does not listen");
}
