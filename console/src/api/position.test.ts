import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { server, withTestServer } from "@/test/app";
import { client } from "./client";

withTestServer();
afterEach(() => vi.useRealTimers());

it("sends the position of the last write until it is too old", async () => {
  const brought: (string | null)[] = [];
  const answered = ["900", "1000", "950"];
  server.use(
    http.get("/api/admin/exploitants", ({ request }) => {
      brought.push(request.headers.get("Consigne-Position"));
      return HttpResponse.json([]);
    }),
    http.delete("/api/admin/cle/:id", () =>
      HttpResponse.json({}, { headers: { "Consigne-Position": answered.shift() ?? "" } }),
    ),
  );
  const list = () => client.GET("/api/admin/exploitants");
  const write = () => client.DELETE("/api/admin/cle/{id}", { params: { path: { id: 1 } } });

  await list();
  await Promise.all([write(), write(), write()]);
  await list();
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ["Date"] });
  await list();

  expect(brought).toEqual([null, "1000", null]);
});
