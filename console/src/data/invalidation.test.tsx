import { type QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { PropsWithChildren } from "react";
import { describe, expect, it } from "vitest";
import { useParkedAction } from "@/features/desk/worklist/handling/api";
import { usePaymentAction } from "@/features/money/payments/details/api";
import { useDeleteStation } from "@/features/places/stations/configuration/api";
import { useImportLockers } from "@/features/places/stations/import/api";
import { server, withTestServer } from "@/test/app";
import { emptyWorklist, payment } from "@/test/data";
import { type Change, INVALIDATES, invalidatedBy } from "./invalidation";
import { keys, type Subject } from "./keys";
import { createQueryClient } from "./queryClient";

const SOURCES = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The files of the console whose text has this pattern, tests aside. */
const filesWith = (pattern: RegExp) =>
  Object.entries(SOURCES)
    .filter(([path, text]) => !/\.test\.|\/test\//.test(path) && pattern.test(text))
    .map(([path]) => path.replace("./", "data/").replace(".data/", ""))
    .sort();

describe("queries and writes", () => {
  it("stand in api.ts with their keys; what is stale is said where it is written and where it is heard of", () => {
    const elsewhere = /^(?!data\/|session\/account|dashboard\/|.*\/api\.ts$)/;
    const keyed = /queryKey|Quer(y|ies)Data\(|(remove|reset|cancel|refetch)Queries/;
    expect(filesWith(keyed).filter((path) => elsewhere.test(path))).toEqual([]);
    expect(filesWith(/invalidateQueries/)).toEqual(["data/push/stale.ts", "data/useWrite.ts"]);
    expect(filesWith(/queryKey: \[/).filter((path) => !path.startsWith("dashboard/"))).toEqual([]);
  });

  it("sends every write through useWrite, which requires what it changes", () => {
    expect(filesWith(/useMutation\(/)).toEqual([
      "dashboard/parts/CsvButton.tsx",
      "data/useWrite.ts",
    ]);
  });

  it("has for each subject a change that makes it stale, or a reason why none does", () => {
    const WITHOUT: Subject[] = [
      "statistics", // the address of a page, which expires by itself
      "map", // the source of the tiles
      "addresses", // of the geocoder
      "accessibilityContacts", // of the configuration
      "audit", // every change touches it
      "call", // the same
      "security", // what happens elsewhere too: loaded again every 30 s
    ];
    const subjects = new Set(Object.values(keys).map((key) => (key as () => QueryKey)()[0]));
    const touched = new Set<unknown>(Object.values(INVALIDATES).flat());
    const missing = [...subjects].filter((subject) => !touched.has(subject));
    expect(missing.sort()).toEqual(WITHOUT.sort());
  });
});

describe("a write", () => {
  withTestServer();

  const around = (queryClient: QueryClient) =>
    function Around({ children }: PropsWithChildren) {
      return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
    };

  /** Holds one answer of each query, makes the write, and tells which answers are stale. */
  async function staleAfter<Input>(
    useHook: () => { mutateAsync: (input: Input) => Promise<unknown> },
    input: Input,
  ) {
    const queryClient = createQueryClient();
    const held: Record<string, QueryKey> = {
      worklist: keys.worklist(1),
      counters: keys.counters(1),
      stations: keys.stations(1),
      deleted: keys.station(7),
      lockersOfDeleted: keys.lockers(7),
      otherStation: keys.station(8),
      tariffStations: keys.tariffStations(3),
      stays: keys.stays({}),
      payments: keys.payments(1, {}),
      payment: keys.payment(2),
      audit: keys.audit({ objet: "station:7" }),
      parked: keys.parked(),
      operators: keys.operators(),
      map: keys.map(),
    };
    for (const queryKey of Object.values(held)) queryClient.setQueryData(queryKey, emptyWorklist);
    const { result } = renderHook(useHook, { wrapper: around(queryClient) });
    await result.current.mutateAsync(input).catch(() => undefined);
    const state = (name: string) => queryClient.getQueryState(held[name] ?? []);
    const names = Object.keys(held);
    return {
      stale: names.filter((name) => state(name)?.isInvalidated),
      gone: names.filter((name) => state(name) === undefined),
      data: (name: string) => queryClient.getQueryData(held[name] ?? []),
    };
  }

  it("that deletes a station refreshes whatever shows it, and forgets the station", async () => {
    server.use(
      http.delete("/api/admin/station/7/supprimer", () => new HttpResponse(null, { status: 204 })),
    );
    const { stale, gone } = await staleAfter(useDeleteStation, 7);
    expect(stale).toEqual([
      "worklist",
      "counters",
      "stations",
      "otherStation",
      "tariffStations",
      "stays",
      "payments",
      "payment",
      "audit",
      "parked",
    ]);
    expect(gone).toEqual(["deleted", "lockersOfDeleted"]);
  });

  it("is sent once when it is asked for twice before the answer, and again after it", async () => {
    let sent = 0;
    server.use(
      http.delete("/api/admin/station/:id/supprimer", () => {
        sent++;
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const queryClient = createQueryClient();
    const { result } = renderHook(() => useDeleteStation(), {
      wrapper: ({ children }: PropsWithChildren) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    });
    const remove = (id: number) => result.current.mutateAsync(id);
    await Promise.all([remove(7), remove(7), remove(8)]);
    expect(sent).toBe(2);
    await remove(7);
    expect(sent).toBe(3);
  });

  it("that is refused changes nothing", async () => {
    server.use(
      http.delete("/api/admin/station/7/supprimer", () => new HttpResponse(null, { status: 409 })),
    );
    expect(await staleAfter(useDeleteStation, 7)).toMatchObject({ stale: [], gone: [] });
  });

  it("that only checks an import refreshes nothing", async () => {
    server.use(
      http.post("/api/admin/station/7/importer-casiers", () => HttpResponse.json({ erreurs: [] })),
    );
    const useImport = () => useImportLockers(7);
    const check = await staleAfter(useImport, { casiers: [], essai: true });
    expect(check.stale).toEqual([]);
    const create = await staleAfter(useImport, { casiers: [], essai: false });
    expect(create.stale).toContain("counters");
  });

  it("shows its answer without loading it again", async () => {
    const answer = { ...payment(), id: 2 };
    server.use(http.patch("/api/admin/paiement/2/switch-gratuit", () => HttpResponse.json(answer)));
    const { stale, data } = await staleAfter(() => usePaymentAction(2), {
      action: "switch-gratuit",
    } as const);
    expect(data("payment")).toEqual(answer);
    expect(stale).not.toContain("payment");
    expect(stale).toEqual(expect.arrayContaining(["payments", "worklist", "stays", "parked"]));
  });

  it("refreshes after a refusal where a colleague may have acted first", async () => {
    server.use(
      http.patch("/api/admin/taches-en-echec/:kind/:id/relancer", () =>
        HttpResponse.json({}, { status: 409 }),
      ),
    );
    const { stale } = await staleAfter(useParkedAction, {
      action: "relancer",
      genre: "presentation",
      id: 4,
    } as const);
    expect(stale).toContain("parked");
  });

  it("adds a line to the audit log, whatever it changes", () => {
    for (const change of Object.keys(INVALIDATES) as Change[])
      expect(invalidatedBy(change).has("audit"), change).toBe(true);
  });
});
