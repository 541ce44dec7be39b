import { rm } from "node:fs/promises";
import { seedDatabase } from "./nodes.ts";
import { seedFolder } from "./server.ts";

/** Loads the demonstration data once for all journeys on each engine, and removes it after the last. */
export default async function seed(): Promise<() => Promise<void>> {
  const [folder, dropDatabase] = await Promise.all([seedFolder(), seedDatabase()]);
  process.env.CONSIGNE_E2E_SEED = folder;
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase();
  };
}
