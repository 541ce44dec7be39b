import { QueryObserver } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { server, signedIn, withTestServer } from "@/test/app";
import { keys } from "../keys";
import { createQueryClient } from "../queryClient";
import { NO_REFETCH, POLLED, setFollowing } from "../refetching";
import { readEvents } from "./events";
import { follow, type LiveChange, type Message } from "./follow";
import { concerns, Refresher } from "./stale";

const encoder = new TextEncoder();
const bodyOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });

it("reads events however the network cuts them", async () => {
  const read = [];
  const body = bodyOf(
    "retry: 1500\nevent: chang",
    'ement\ndata: {"sujet":"porte"}\n\nid: 1',
    "2\n\nevent: fin\ndata: {}\n\n",
  );
  for await (const event of readEvents(body)) read.push(event);
  expect(read).toEqual([
    { name: "changement", data: '{"sujet":"porte"}', retry: 1500 },
    { name: "", data: "", id: "12" },
    { name: "fin", data: "{}" },
  ]);
});

describe("a change", () => {
  const service: LiveChange = { sujet: "service", exploitant: 1, station: 5, id: 70 };
  const tariff: LiveChange = { sujet: "tarif", exploitant: 1, id: 3 };
  it.each([
    [service, keys.station(5), true],
    [service, keys.lockers(5), true],
    [service, keys.station(6), false],
    [service, keys.stations(1), true],
    [service, keys.stations(2), false],
    [service, keys.payments(1, {}), false],
    [{ ...service, station: undefined }, keys.station(6), true],
    [tariff, keys.tariff(3), true],
    [tariff, keys.tariff(4), false],
    [tariff, keys.station(5), true],
    [{ sujet: "paiement", exploitant: 1, id: 9 }, keys.payments(undefined, {}), true],
    [{ sujet: "paiement", exploitant: 1 }, keys.payment(4), true],
    [{ sujet: "code", exploitant: 1, station: 5, id: 70 }, keys.codeDelivery("", 71, 0), false],
    [{ sujet: "droits", id: 8 }, keys.ownAccount(1), true],
    [null, keys.stays({}), true],
    [null, keys.map(), false],
  ] satisfies [LiveChange | null, readonly unknown[], boolean][])(
    "%o concerns %o: %s",
    (change, queryKey, expected) => {
      expect(concerns(change, queryKey)).toBe(expected);
    },
  );
});

describe("what is on screen", () => {
  function shown(queryKey: readonly unknown[], options = {}) {
    const queryFn = vi.fn(async () => 1);
    const observer = new QueryObserver(queryClient, { queryKey, queryFn, ...options });
    unsubscribe.push(observer.subscribe(() => undefined));
    return { queryFn, stale: () => queryClient.getQueryState(queryKey)?.isInvalidated };
  }
  let queryClient = createQueryClient();
  let refresher = new Refresher(queryClient);
  let unsubscribe: (() => void)[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    queryClient = createQueryClient();
    refresher = new Refresher(queryClient);
  });
  afterEach(() => {
    refresher.stop();
    for (const end of unsubscribe) end();
    unsubscribe = [];
    queryClient.clear();
    vi.useRealTimers();
  });
  const change: LiveChange = { sujet: "utilisation", exploitant: 1, station: 5, id: 9 };

  it("is loaded again once for a burst, and under a form not at all", async () => {
    const station = shown(keys.station(5));
    const form = shown(keys.worklist(1), NO_REFETCH);
    const elsewhere = shown(keys.station(6));
    await vi.advanceTimersByTimeAsync(10);
    refresher.add([change]);
    refresher.add([change, { ...change, id: 10 }]);
    await vi.advanceTimersByTimeAsync(200);
    expect(station.queryFn).toHaveBeenCalledTimes(2);
    expect(elsewhere.queryFn).toHaveBeenCalledTimes(1);
    expect(form.queryFn).toHaveBeenCalledTimes(1);
    expect(form.stale()).toBe(true);
    refresher.add([change]);
    await vi.advanceTimersByTimeAsync(700);
    expect(station.queryFn).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(400);
    expect(station.queryFn).toHaveBeenCalledTimes(3);
  });

  it("is not loaded again when that was asked for after the change", async () => {
    const station = shown(keys.station(5));
    await vi.advanceTimersByTimeAsync(10);
    refresher.add([change]);
    await vi.advanceTimersByTimeAsync(50);
    await queryClient.refetchQueries({ queryKey: keys.station(5) });
    await vi.advanceTimersByTimeAsync(200);
    expect(station.queryFn).toHaveBeenCalledTimes(2);
  });

  it("is loaded at its interval only while changes are not told", async () => {
    const station = shown(keys.station(5), POLLED);
    await vi.advanceTimersByTimeAsync(15_010);
    expect(station.queryFn).toHaveBeenCalledTimes(2);
    setFollowing(queryClient, true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(station.queryFn).toHaveBeenCalledTimes(2);
    setFollowing(queryClient, false);
    await vi.advanceTimersByTimeAsync(15_010);
    expect(station.queryFn).toHaveBeenCalledTimes(3);
  });

  it("waits in a hidden tab until it is looked at", async () => {
    const station = shown(keys.station(5));
    await vi.advanceTimersByTimeAsync(10);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    refresher.add([change]);
    await vi.advanceTimersByTimeAsync(200);
    expect(station.queryFn).toHaveBeenCalledTimes(1);
    expect(station.stale()).toBe(true);
  });
});

describe("the stream", () => {
  withTestServer();

  it("resumes where it stopped, and says when it cannot be opened", async () => {
    signedIn();
    const resumed: (string | null)[] = [];
    const answers = [
      () =>
        new HttpResponse(
          bodyOf(
            "retry: 1\nid: 41\n\n",
            'event: changement\ndata: {"sujet":"porte","id":7}\n\nid: 42\n\nevent: fin\ndata: {}\n\n',
          ),
        ),
      () => new HttpResponse(null, { status: 503 }),
      () => new HttpResponse(null, { status: 503 }),
      () => new HttpResponse(bodyOf("event: reprise\ndata: {}\n\nid: 50\n\n")),
    ];
    server.use(
      http.get("/api/admin/flux", ({ request }) => {
        resumed.push(request.headers.get("Last-Event-ID"));
        return answers.shift()?.() ?? HttpResponse.error();
      }),
    );
    const told: Message[] = [];
    const stop = new AbortController();
    const ended = follow(
      (message) => {
        told.push(message);
        if (message.kind === "changes" && message.position === "50") stop.abort();
      },
      { signal: stop.signal, position: "" },
    );
    await ended;
    expect(resumed).toEqual([null, "42", "42", "42"]);
    expect(told).toEqual([
      { kind: "following", following: true },
      { kind: "changes", changes: [], position: "41" },
      { kind: "changes", changes: [{ sujet: "porte", id: 7 }], position: "42" },
      { kind: "following", following: false },
      { kind: "reset" },
      { kind: "following", following: true },
      { kind: "changes", changes: [], position: "50" },
    ]);
  });
});
