import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { makeToken, problem } from "@/test/data";
import { replaceLocation } from "./replaceLocation";

vi.mock("./replaceLocation", () => ({ replaceLocation: vi.fn() }));

withTestServer();

const PAGE = "/dashboard-metabase-exploitant";
const frame = () => screen.findByTitle<HTMLIFrameElement>("dashboard metabase");
const source = (found: HTMLIFrameElement) => found.getAttribute("src");

const address = (iframeUrl: string) => HttpResponse.json({ iframeUrl, dureeValidite: 600 });
const builtIn = (n: number) => `/tableau-de-bord#jeton${n}`;

/** Serves a new address at each call, and returns how many calls there were. */
function addresses(of: (n: number) => string) {
  const requests = { times: 0 };
  server.use(
    http.get("/api/admin/iloo/analytics/1", () => {
      requests.times += 1;
      return address(of(requests.times));
    }),
  );
  return requests;
}

it("shows the dashboard of the chosen operator", async () => {
  signedIn();
  addresses(builtIn);
  renderApp(PAGE);
  expect(source(await frame())).toBe("/tableau-de-bord#jeton1");
  expect(screen.getByRole("heading", { level: 1, name: "Statistiques" })).toBeVisible();
});

it("shows that of the platform to an administrator", async () => {
  signedIn();
  server.use(http.get("/api/admin/iloo/analytics", () => address("/tableau-de-bord#tout")));
  renderApp("/dashboard-metabase");
  expect(source(await frame())).toBe("/tableau-de-bord#tout");
});

it("shows an error when there is no operator", async () => {
  signedIn({ operator: null });
  server.use(http.get("/api/admin/exploitants", () => HttpResponse.json([])));
  renderApp(PAGE);
  expect(await screen.findByText("Aucun exploitant", { selector: "main *" })).toBeVisible();
});

it("shows why there is no address, and can be retried", async () => {
  signedIn();
  const failure = {
    ...problem(500, "Internal Server Error", "Une erreur serveur est survenue."),
    requestId: "r-42",
  };
  server.use(
    http.get("/api/admin/iloo/analytics/1", () => HttpResponse.json(failure, { status: 500 })),
  );
  renderApp(PAGE);
  expect(await screen.findByText("Une erreur serveur est survenue.")).toBeVisible();
  expect(screen.getByText("r-42")).toBeVisible();
  addresses(builtIn);
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await frame()).toBeVisible();
});

describe("before the address expires", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], shouldAdvanceTime: true });
    signedIn();
    localStorage.setItem("token", makeToken({ minutes: 60 }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.mocked(replaceLocation).mockClear();
  });

  const minutes = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 60_000));

  it("gives the built-in page the next token without loading it again", async () => {
    const requests = addresses(builtIn);
    renderApp(PAGE);
    const first = await frame();
    await minutes(8);
    expect(requests.times).toBe(1);
    await minutes(1.2);
    await waitFor(() =>
      expect(replaceLocation).toHaveBeenCalledWith(first.contentWindow, builtIn(2)),
    );
    expect(await frame()).toBe(first);
    expect(source(first)).toBe(builtIn(1));
    await minutes(9.2);
    await waitFor(() =>
      expect(replaceLocation).toHaveBeenCalledWith(first.contentWindow, builtIn(3)),
    );
    expect(requests.times).toBe(3);
  });

  it("shows the page of Metabase at its next address", async () => {
    const at = (n: number) => `https://stats.test/embed/dashboard/${n}#titled=false`;
    addresses(at);
    renderApp(PAGE);
    expect(source(await frame())).toBe(at(1));
    await minutes(9.2);
    await waitFor(async () => expect(source(await frame())).toBe(at(2)));
    expect(replaceLocation).not.toHaveBeenCalled();
  });

  it("waits while the page is hidden, and renews as soon as it is shown", async () => {
    const requests = addresses(builtIn);
    renderApp(PAGE);
    await frame();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await minutes(30);
    expect(requests.times).toBe(1);
    hidden.mockReturnValue(false);
    state.mockReturnValue("visible");
    act(() => void document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await waitFor(() =>
      expect(replaceLocation).toHaveBeenCalledWith(expect.anything(), builtIn(2)),
    );
  });

  it("keeps the frame when the server fails, and removes it when the server refuses", async () => {
    addresses(builtIn);
    renderApp(PAGE);
    const first = await frame();
    server.use(http.get("/api/admin/iloo/analytics/1", () => HttpResponse.error()));
    await minutes(9.2);
    expect(await frame()).toBe(first);
    server.use(
      http.get("/api/admin/iloo/analytics/1", () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    await minutes(0.2);
    expect(await screen.findByText("Ressource introuvable.")).toBeVisible();
    expect(screen.queryByTitle("dashboard metabase")).not.toBeInTheDocument();
  });
});
