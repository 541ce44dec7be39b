import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { makeToken, problem } from "@/test/data";

const reloadPage = vi.fn();
vi.mock("./reload", () => ({ reloadPage: () => reloadPage() }));

const server = setupServer();
let exchanges: string[];
let invalidated: string[];

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());
afterEach(() => {
  server.resetHandlers();
  server.events.removeAllListeners();
});

beforeEach(() => {
  vi.resetModules();
  reloadPage.mockClear();
  localStorage.clear();
  sessionStorage.clear();
  exchanges = [];
  invalidated = [];
  server.use(
    http.get("/healthz", () => HttpResponse.json({ status: "ok", version: "" })),
    http.post("/api/token/refresh", async ({ request }) => {
      exchanges.push(await refreshTokenIn(request));
      return HttpResponse.json({ token: makeToken(), refreshToken: `r${exchanges.length + 1}` });
    }),
    http.post("/api/token/invalidate", async ({ request }) => {
      invalidated.push(await refreshTokenIn(request));
      return HttpResponse.json({ message: "" });
    }),
  );
});

/** Returns the token in the body, provided that none is in the URL. */
async function refreshTokenIn(request: Request): Promise<string> {
  expect(new URL(request.url).search).toBe("");
  expect(request.headers.get("Authorization")).toMatch(/^Bearer ./);
  return ((await request.json()) as { refreshToken: string }).refreshToken;
}

function store(token: string) {
  localStorage.setItem("token", token);
  localStorage.setItem("refreshToken", "r1");
}

/** Simulates a freshly loaded page: nothing in memory except what the browser stored. */
async function freshPage() {
  const [{ client }, { bearer }] = await Promise.all([import("@/api/client"), import("./bearer")]);
  client.use(bearer);
  return client;
}

const refuse = (message: string) =>
  http.get("/api/admin/exploitants", () =>
    HttpResponse.json(problem(401, message, "Session refusée."), { status: 401 }),
  );

it("renews a token that is about to expire, once for many calls, before they are sent", async () => {
  const oldToken = makeToken({ minutes: 0.5 });
  store(oldToken);
  const used: (string | null)[] = [];
  server.use(
    http.get("/api/admin/exploitants", ({ request }) => {
      used.push(request.headers.get("Authorization"));
      return HttpResponse.json([]);
    }),
  );
  const client = await freshPage();

  await Promise.all([1, 2, 3].map(() => client.GET("/api/admin/exploitants")));

  expect(exchanges).toEqual(["r1"]);
  expect(localStorage.getItem("refreshToken")).toBe("r2");
  expect(new Set(used)).toEqual(new Set([`Bearer ${localStorage.getItem("token")}`]));
  expect(reloadPage).not.toHaveBeenCalled();
});

it("does not renew a token that is not about to expire", async () => {
  store(makeToken({ minutes: 2 }));
  server.use(http.get("/api/admin/exploitants", () => HttpResponse.json([])));
  const client = await freshPage();
  await client.GET("/api/admin/exploitants");
  expect(exchanges).toEqual([]);
});

it("takes the pair that another tab has just stored", async () => {
  store(makeToken({ minutes: 0.5 }));
  const elsewhere = makeToken({ minutes: 9 });
  vi.stubGlobal("navigator", {
    locks: {
      request: (_: string, task: () => Promise<unknown>) => {
        localStorage.setItem("token", elsewhere);
        return task();
      },
    },
  });
  const { currentToken } = await import("./refresh");
  expect(await currentToken()).toBe(elsewhere);
  expect(exchanges).toEqual([]);
  vi.unstubAllGlobals();
});

/** Accepts no token but those issued by a refresh, and notes what each accepted call sent. */
function acceptRenewed() {
  const accepted: { key: string | null; body: string }[] = [];
  let refusals = 0;
  server.use(
    http.all("/api/admin/*", async ({ request }) => {
      if (localStorage.getItem("refreshToken") === "r1") {
        refusals++;
        return HttpResponse.json(problem(401, "Expired JWT Token", "Session expirée."), {
          status: 401,
        });
      }
      accepted.push({
        key: request.headers.get("Idempotency-Key"),
        body: await request.text(),
      });
      return HttpResponse.json([]);
    }),
  );
  return { accepted, refusals: () => refusals };
}

it("renews the session when the server refuses the token, and repeats the calls, without a reload", async () => {
  store(makeToken());
  const { accepted, refusals } = acceptRenewed();
  const client = await freshPage();

  const answers = await Promise.all([1, 2, 3].map(() => client.GET("/api/admin/exploitants")));

  expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200]);
  expect(accepted).toHaveLength(3);
  expect(refusals()).toBe(3);
  expect(exchanges).toEqual(["r1"]);
  expect(localStorage.getItem("refreshToken")).toBe("r2");
  expect(reloadPage).not.toHaveBeenCalled();
});

it("repeats a refused write with the same body and the same key", async () => {
  store(makeToken());
  const keys: (string | null)[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.endsWith("/cle")) keys.push(request.headers.get("Idempotency-Key"));
  });
  const { accepted } = acceptRenewed();
  const client = await freshPage();
  const { response } = await client.POST("/api/admin/exploitant/{id}/cle", {
    params: { path: { id: 1 } },
    body: { libelle: "Application" },
  });
  expect(response.status).toBe(200);
  expect(accepted).toEqual([{ key: keys[0], body: '{"libelle":"Application"}' }]);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toBeTruthy();
});

it("ends the session when the refresh is refused: server called, flag set, storage cleared, page reloaded", async () => {
  store(makeToken());
  localStorage.setItem("exploitantId", "1");
  server.use(
    refuse("Invalid JWT Token"),
    http.post("/api/token/refresh", () =>
      HttpResponse.json(problem(401, "Invalid JWT Refresh Token", ""), { status: 401 }),
    ),
  );
  const client = await freshPage();

  void client.GET("/api/admin/exploitants");

  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(invalidated).toEqual(["r1"]));
  expect({ ...localStorage }).toEqual({ sessionExpiree: "1" });
});

it("does not loop when a new token is refused as well", async () => {
  store(makeToken());
  server.use(refuse("Invalid JWT Token"));

  void (await freshPage()).GET("/api/admin/exploitants");
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());

  expect(exchanges).toEqual(["r1"]);
  expect(localStorage.getItem("token")).toBeNull();
});

it("asks to sign in again in place where a page is shown, and repeats the waiting calls afterwards", async () => {
  const old = makeToken();
  store(old);
  const used: (string | null)[] = [];
  server.use(
    http.get("/api/admin/exploitants", ({ request }) => {
      used.push(request.headers.get("Authorization"));
      return used.at(-1) === `Bearer ${old}`
        ? HttpResponse.json(problem(401, "Invalid JWT Token", ""), { status: 401 })
        : HttpResponse.json([]);
    }),
    http.post("/api/token/refresh", () =>
      HttpResponse.json(problem(401, "Invalid JWT Refresh Token", ""), { status: 401 }),
    ),
  );
  const client = await freshPage();
  const { offerPrompt, checkSession } = await import("./state");
  offerPrompt();
  const refused = client.GET("/api/admin/exploitants");
  await vi.waitFor(() => expect(used).toHaveLength(1));
  await new Promise((resolve) => window.setTimeout(resolve, 50));
  const waiting = client.GET("/api/admin/exploitants");

  const again = makeToken({ minutes: 11 });
  store(again);
  checkSession();

  expect((await refused).response.status).toBe(200);
  expect((await waiting).response.status).toBe(200);
  expect(used).toEqual([`Bearer ${old}`, `Bearer ${again}`, `Bearer ${again}`]);
  expect(reloadPage).not.toHaveBeenCalled();
});

it("makes no call in the name of another account that signed in, until its own is back", async () => {
  store(makeToken());
  const used: (string | null)[] = [];
  server.use(
    http.get("/api/admin/exploitants", ({ request }) => {
      used.push(request.headers.get("Authorization"));
      return HttpResponse.json([]);
    }),
  );
  const client = await freshPage();
  const { followOtherTabs, offerPrompt } = await import("./state");
  followOtherTabs(reloadPage);
  offerPrompt();
  store(makeToken({ sub: "13" }));
  const call = client.GET("/api/admin/exploitants");
  await new Promise((resolve) => window.setTimeout(resolve, 50));
  expect(used).toEqual([]);

  const own = makeToken();
  store(own);
  window.dispatchEvent(new StorageEvent("storage", { key: "token", storageArea: localStorage }));
  await call;
  expect(used).toEqual([`Bearer ${own}`]);
  expect(reloadPage).not.toHaveBeenCalled();
});

it.each([
  ["hours ahead", -180],
  ["hours behind", 180],
])("renews once, not before each call, with a clock %s", async (_, serverAhead) => {
  store(makeToken({ serverAhead }));
  server.use(
    http.get("/api/admin/exploitants", () => HttpResponse.json([])),
    http.post("/api/token/refresh", async ({ request }) => {
      exchanges.push(await refreshTokenIn(request));
      return HttpResponse.json({ token: makeToken({ serverAhead }), refreshToken: "r2" });
    }),
  );
  const client = await freshPage();
  for (let i = 0; i < 3; i++) await client.GET("/api/admin/exploitants");
  expect(exchanges).toEqual(serverAhead < 0 ? ["r1"] : []);
  const { storeTokens } = await import("./session");
  storeTokens({ token: makeToken({ serverAhead, minutes: 0.5 }), refreshToken: "r1" });
  exchanges = [];
  for (let i = 0; i < 3; i++) await client.GET("/api/admin/exploitants");
  expect(exchanges).toEqual(["r1"]);
});

it("waits, without locks, for the tab that renews the session and takes its pair", async () => {
  store(makeToken({ minutes: 0.5 }));
  localStorage.setItem("renouvellement", String(Date.now()));
  const { currentToken } = await import("./refresh");
  const call = currentToken();
  await new Promise((resolve) => window.setTimeout(resolve, 20));
  const elsewhere = makeToken({ minutes: 9 });
  localStorage.setItem("token", elsewhere);
  localStorage.removeItem("renouvellement");
  window.dispatchEvent(new StorageEvent("storage", { key: "renouvellement" }));
  expect(await call).toBe(elsewhere);
  expect(exchanges).toEqual([]);
});

it.each([
  ["cannot be asked", () => HttpResponse.error()],
  ["does not know the call yet", () => new HttpResponse(null, { status: 405 })],
])("keeps the session when the server %s", async (_, answer) => {
  store(makeToken());
  server.use(refuse("Expired JWT Token"), http.post("/api/token/refresh", answer));
  const client = await freshPage();
  const { response } = await client.GET("/api/admin/exploitants");
  expect(response.status).toBe(401);
  expect(localStorage.getItem("refreshToken")).toBe("r1");
  expect(reloadPage).not.toHaveBeenCalled();
});

it("does not treat a refused refresh token as a refused access token", async () => {
  store(makeToken());
  server.use(refuse("JWT Refresh Token Not Found"));
  const client = await freshPage();
  await client.GET("/api/admin/exploitants");
  expect(exchanges).toEqual([]);
});
