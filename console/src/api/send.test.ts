import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { problem } from "@/test/data";
import { client, unwrap } from "./client";

const server = setupServer();
/** The key and the body of each write that the server received. */
let received: { key: string | null; body: string }[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
afterEach(() => {
  server.resetHandlers();
  vi.useRealTimers();
});
beforeEach(() => {
  received = [];
});

/** Answers each write with the next of the answers, and the last from then on. */
function answerWith(...answers: (() => Response)[]) {
  server.use(
    http.post("/api/admin/exploitant/:id/cle", async ({ request }) => {
      received.push({ key: request.headers.get("Idempotency-Key"), body: await request.text() });
      return (answers[received.length - 1] ?? answers.at(-1))?.();
    }),
  );
}

const cut = () => HttpResponse.error();
const made = () => HttpResponse.json({ id: 3, cle: "secret" }, { status: 201 });
const refused = () => HttpResponse.json(problem(409, "Conflict", "Non."), { status: 409 });

const create = (libelle = "Application") =>
  unwrap(
    client.POST("/api/admin/exploitant/{id}/cle", {
      params: { path: { id: 1 } },
      body: { libelle },
    }),
  );

const keys = () => received.map(({ key }) => key);

it("repeats a write whose answer is lost with the same key and body, and returns the answer", async () => {
  answerWith(cut, cut, made);
  expect(await create()).toEqual({ id: 3, cle: "secret" });
  expect(received).toHaveLength(3);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(received.map(({ body }) => body)).toEqual(Array(3).fill('{"libelle":"Application"}'));
});

it("treats an answer cut in its middle, or lost by a proxy, as lost", async () => {
  const half = () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new Error("cut"));
      },
    });
    return new HttpResponse(body, { status: 201 });
  };
  answerWith(half, () => new HttpResponse(null, { status: 504 }), made);
  expect(await create()).toEqual({ id: 3, cle: "secret" });
  expect(new Set(keys()).size).toBe(1);
});

it("says that there is no answer after the third time, and keeps the key for the same act", async () => {
  answerWith(cut, cut, cut, made);
  await expect(create()).rejects.toThrow("Le serveur ne répond pas.");
  expect(received).toHaveLength(3);
  await create("Autre");
  await create();
  await create();
  const [first, , , other, again, later] = keys();
  expect(again).toBe(first);
  expect(new Set([first, other, later]).size).toBe(3);
});

it("does not repeat a write that was answered; each act has a key of its own", async () => {
  answerWith(refused);
  await expect(create()).rejects.toThrow("Non.");
  await expect(create()).rejects.toThrow("Non.");
  expect(received).toHaveLength(2);
  expect(new Set(keys()).size).toBe(2);
});

it("gives no key to what is no write, nor to calls without a session, and does not repeat them", async () => {
  const seen: (string | null)[] = [];
  const lose = ({ request }: { request: Request }) => {
    seen.push(request.headers.get("Idempotency-Key"));
    return HttpResponse.error();
  };
  server.use(
    http.get("/api/admin/exploitants", lose),
    http.post("/api/compte/connexion", lose),
    http.post("/api/admin/exploitant/:id/tarif/simulation", lose),
  );
  const body = {} as never;
  await client.GET("/api/admin/exploitants").catch(() => undefined);
  await client.POST("/api/compte/connexion", { body }).catch(() => undefined);
  await client
    .POST("/api/admin/exploitant/{id}/tarif/simulation", { params: { path: { id: 1 } }, body })
    .catch(() => undefined);
  expect(seen).toEqual([null, null, null]);
});
