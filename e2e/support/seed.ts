import { rm } from "node:fs/promises";
import { seedFolder } from "./server.ts";

/** Loads the demonstration data once for all journeys, and removes it after the last. */
export default async function seed(): Promise<() => Promise<void>> {
  const folder = await seedFolder();
  process.env.CONSIGNE_E2E_SEED = folder;
  return () => rm(folder, { recursive: true, force: true });
}
