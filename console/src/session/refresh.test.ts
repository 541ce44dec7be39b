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
afterEach(() => server.resetHandlers());

beforeEach(() => {
  vi.resetModules();
  reloadPage.mockClear();
  localStorage.clear();
  sessionStorage.clear();
  exchanges = [];
  invalidated = [];
  server.use(
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

it("renews the session when the server refuses the token, then reloads", async () => {
  store(makeToken());
  server.use(refuse("Expired JWT Token"));
  const client = await freshPage();

  void client.GET("/api/admin/exploitants");
  void client.GET("/api/admin/exploitants");

  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
  expect(exchanges).toEqual(["r1"]);
  expect(localStorage.getItem("refreshToken")).toBe("r2");
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
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  vi.resetModules();
  void (await freshPage()).GET("/api/admin/exploitants");
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(2));

  expect(exchanges).toEqual(["r1"]);
  expect(localStorage.getItem("token")).toBeNull();
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
