import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { accounts, password } from "../support/accounts.ts";
import { callers, type Json } from "../support/callers.ts";
import { startReceiver } from "../support/receiver.ts";
import { documentsNumbered, freeAddress, serve } from "../support/server.ts";

/** What the browser calls the site, whichever port it has: some pages show it. */
export const ADDRESS = "http://consigne.localhost";

/** In milliseconds: before a token expires. */
const RENEWED_AFTER = 4 * 60_000;

/** What pictures that are compared have in common. */
interface Moment {
  /** When they are taken, by the clock of the pages. */
  now: number;
  /** The session in which they are taken. */
  tokens: { token: string; refreshToken: string };
  /** What the addresses of some pages need. */
  ids: Record<string, number>;
}

export interface Site extends Moment {
  url: string;
  /** Returns the token of a session that is open now. */
  bearer: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Starts the program on a copy of the data, which are made if there are none. */
export async function startSite(data: string, program?: string): Promise<Site> {
  if (!existsSync(join(data, "moment.json"))) await makeData(data, program);
  const moment: Moment = JSON.parse(await readFile(join(data, "moment.json"), "utf8"));
  const folder = await mkdtemp(join(tmpdir(), "consigne-pictures-"));
  await cp(join(data, "site"), folder, { recursive: true });
  const { url, stop } = await start(folder, program);
  return {
    ...moment,
    url,
    bearer: sessionOf(url),
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function start(folder: string, program?: string) {
  const url = await freeAddress();
  const env = {
    CONSIGNE_PUBLIC_URL: ADDRESS,
    CONSIGNE_DATABASE_URL: `sqlite:${join(folder, "consigne.db")}`,
    CONSIGNE_OUTBOX: join(folder, "courriels"),
    CONSIGNE_WEBHOOK_PRIVATE: "1",
  };
  return { url, stop: await serve({ folder, url, env, ...(program && { program }) }) };
}

async function signIn(url: string): Promise<Moment["tokens"]> {
  const answer = await fetch(`${url}/api/compte/connexion`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: accounts.admin, password }),
  });
  return (await answer.json()) as Moment["tokens"];
}

/** Signs in when a token is first needed, and again before it expires. */
function sessionOf(url: string): () => Promise<string> {
  let token: Promise<string> | undefined;
  let since = 0;
  return () => {
    if (!token || Date.now() - since > RENEWED_AFTER) {
      since = Date.now();
      token = signIn(url).then((tokens) => tokens.token);
    }
    return token;
  };
}

async function makeData(data: string, program?: string): Promise<void> {
  await rm(data, { recursive: true, force: true });
  const making = `${data}-making`;
  await rm(making, { recursive: true, force: true });
  const folder = join(making, "site");
  await mkdir(folder, { recursive: true });
  const { url, stop } = await start(folder, program);
  await documentsNumbered(folder);
  const ids = await addWhatNobodyDid(url);
  const tokens = await signIn(url);
  await stop();
  await rm(join(folder, "server.log"));
  const moment: Moment = { now: Date.now(), tokens, ids };
  await writeFile(join(making, "moment.json"), JSON.stringify(moment));
  await rename(making, data);
}

/** Adds to the demonstration what it lacks: a webhook with deliveries, replays of prices, a batch of refunds, a call. */
async function addWhatNobodyDid(url: string): Promise<Record<string, number>> {
  const { admin, field } = await callers(url);
  const must = async (method: string, path: string, body?: object) => {
    const answer = await admin(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const receiver = await startReceiver();
  const hook = await must("POST", "/admin/exploitant/1/notification", {
    libelle: "Entrepôt de données",
    adresse: `${receiver.url}/evenements`,
    evenements: ["locker.activated", "locker.deactivated"],
  });
  const delivered = async (count: number) => {
    for (const deadline = Date.now() + 30_000; receiver.received.length < count; ) {
      if (Date.now() > deadline) throw new Error("the webhook is not called");
      await delay(100);
    }
  };
  await must("POST", `/admin/notification/${hook.id}/essai`);
  await delivered(1);
  receiver.answerWith(503);
  await must("PATCH", "/admin/casier/1/switch-actif");
  await delivered(3);
  await receiver.stop();

  const terms = await must("GET", "/admin/tarif/1/infos-generales-tarif");
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const ended = async (path: string): Promise<Json> => {
    for (;;) {
      const read = await must("GET", path);
      if (read.statut === "termine") return read;
      if (!/cours|preparation/.test(String(read.statut)))
        throw new Error(`${path}: ${read.statut}`);
      await delay(200);
    }
  };
  const replayed = async (du: string, au: string) => {
    const tarif = { ...terms, montant: 10 };
    const { id } = await must("POST", "/admin/tarif/1/rejeu", { du, au, tarif });
    return ended(`/admin/rejeu/${id}`);
  };
  const replay = await replayed(day(60), day(40));
  const refunded = await replayed(day(39), day(35));
  const batch = await must("POST", `/admin/rejeu/${refunded.id}/remboursement`, {
    ...(refunded.aRembourser as Json),
    compris: true,
    lettre: true,
    commentaire: "Tarif mal saisi.",
  });
  await ended(`/admin/lot/${batch.id}`);

  const person = await field("POST", "/terrain/utilisateurs", {
    email: "zoe@recit.test",
    nom: "Perrin",
    prenom: "Zoé",
    telephone: "0655443322",
  });
  await field("PUT", `/terrain/utilisateurs/${person.body.id}/carte`, { jeton: "sim_acceptee" });
  const tariffs = await must("GET", "/admin/tarif/tarif-pour-exploitant?exploitant=1");
  for (const { id, abonnement } of tariffs as unknown as Json[]) {
    if (!abonnement) continue;
    const bought = { idUtilisateur: person.body.id, idTarif: id, isReconductible: true };
    if ((await field("POST", "/terrain/abonnements", bought)).status === 201) break;
  }
  const lockers = (await must("GET", "/admin/station/1/casiers")) as unknown as Json[];
  const locker = lockers.find(({ etat }) => etat === "Libre");
  await field("POST", "/terrain/occupations", {
    idCasier: locker?.id,
    idUtilisateur: person.body.id,
  });
  await field("POST", `/terrain/casiers/${locker?.id}/code`, { code: "123456" });

  return {
    hook: Number(hook.id),
    replay: Number(replay.id),
    refunded: Number(refunded.id),
    batch: Number(batch.id),
    caller: Number(person.body.id),
    locker: Number(locker?.id),
  };
}
