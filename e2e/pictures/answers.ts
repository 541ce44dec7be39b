import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Request, Route } from "@playwright/test";

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** In Base64. */
  body: string;
}

interface Session {
  /** Where the server listens. */
  url: string;
  /** That of the pages. */
  tokens: { token: string };
  /** Returns the token of one that is open now. */
  bearer: () => Promise<string>;
}

/** What belongs to the connection over which an answer came. */
const DROPPED = /^(connection|content-encoding|content-length|keep-alive|transfer-encoding)$/;

/**
 * The answers of the API, kept in a file: the server gives each once, and every later picture is made from the same, so
 * that the time at which it is taken changes nothing on it.
 */
export class Answers {
  private readonly known = new Map<string, Promise<Answer>>();
  private readonly file: string;
  /** How many calls had no answer in the file. */
  asked = 0;

  constructor(file: string) {
    this.file = file;
  }

  async load(): Promise<void> {
    if (!existsSync(this.file)) return;
    const stored: Record<string, Answer> = JSON.parse(await readFile(this.file, "utf8"));
    for (const [key, answer] of Object.entries(stored)) {
      this.known.set(key, Promise.resolve(answer));
    }
  }

  async save(): Promise<void> {
    if (this.asked === 0) return;
    const all = [...this.known].map(async ([key, answer]) => [key, await answer] as const);
    await writeFile(this.file, JSON.stringify(Object.fromEntries(await Promise.all(all))));
  }

  /** Answers a call as the first time, or as the server does now. */
  async fulfil(route: Route, session: Session): Promise<void> {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const key = `${request.method()} ${pathname}${search} ${request.postData() ?? ""}`;
    const answer = this.known.get(key) ?? this.ask(request, session);
    this.known.set(key, answer);
    answer.catch(() => this.known.delete(key));
    const { status, headers, body } = await answer;
    await route.fulfill({ status, headers, body: Buffer.from(body, "base64") });
  }

  private async ask(request: Request, { url, tokens, bearer }: Session): Promise<Answer> {
    this.asked++;
    const sent = request.headers();
    // The session of the page may have ended since.
    if (sent.authorization === `Bearer ${tokens.token}`)
      sent.authorization = `Bearer ${await bearer()}`;
    const { pathname, search } = new URL(request.url());
    const answer = await fetch(url + pathname + search, {
      method: request.method(),
      headers: sent,
      body: request.postData(),
      redirect: "manual",
    });
    if (answer.status === 401 && sent.authorization)
      throw new Error(`${request.url()}: the session has ended`);
    const headers = [...answer.headers].filter(([name]) => !DROPPED.test(name));
    return {
      status: answer.status,
      headers: Object.fromEntries(headers),
      body: Buffer.from(await answer.arrayBuffer()).toString("base64"),
    };
  }
}
