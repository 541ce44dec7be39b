import { act, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { client, unwrap } from "@/api/client";
import {
  checkConnection,
  connection,
  connectionBack,
  connectionLost,
  followNetwork,
  onConnectionBack,
  useConnection,
} from "./connection";

let answering: boolean;
let probes: number;
let writes: number;
const server = setupServer(
  http.get("/healthz", () => {
    probes++;
    return answering ? HttpResponse.json({ status: "ok" }) : HttpResponse.error();
  }),
  http.get("/api/admin/exploitants", () =>
    answering ? HttpResponse.json([]) : HttpResponse.error(),
  ),
  http.delete("/api/admin/referent/:id", () => {
    writes++;
    return new HttpResponse(null, { status: 204 });
  }),
);

beforeAll(() => {
  server.listen({ onUnhandledRequest: "error" });
  client.use(connection);
  followNetwork();
});
afterAll(() => {
  client.eject(connection);
  server.close();
});
beforeEach(() => {
  answering = true;
  probes = 0;
  writes = 0;
});
afterEach(() => {
  vi.useRealTimers();
  connectionBack();
});

const Shown = () => (useConnection() ? "là" : "perdue");
const list = () => unwrap(client.GET("/api/admin/exploitants"));
const remove = () =>
  unwrap(client.DELETE("/api/admin/referent/{id}", { params: { path: { id: 3 } } }));

it("is lost when a call gets no answer, and back when a probe does", async () => {
  render(<Shown />);
  answering = false;
  await expect(list()).rejects.toThrow("Le serveur ne répond pas.");
  await screen.findByText("perdue");
  const back = vi.fn();
  const stop = onConnectionBack(back);
  answering = true;
  await screen.findByText("là", undefined, { timeout: 4000 });
  expect(back).toHaveBeenCalledOnce();
  stop();
});

it("stays silent when the stream broke but the server answers", async () => {
  render(<Shown />);
  connectionLost();
  await waitFor(() => expect(probes).toBe(1));
  expect(await checkConnection()).toBe(true);
  expect(screen.getByText("là")).toBeInTheDocument();
});

it("takes a proxy's page for a server that is gone, and the server's own refusal for an answer", async () => {
  render(<Shown />);
  server.use(
    http.get("/healthz", () => new HttpResponse("<html>", { status: 503 }), { once: true }),
    http.get("/api/admin/exploitants", () => new HttpResponse("<html>", { status: 503 }), {
      once: true,
    }),
  );
  await expect(list()).rejects.toThrow();
  await screen.findByText("perdue");
  server.use(
    http.get("/api/admin/exploitants", () =>
      HttpResponse.json({ code: 503, message: "", detail: "Trop de demandes." }, { status: 503 }),
    ),
  );
  await expect(list()).rejects.toThrow("Trop de demandes.");
  await screen.findByText("là");
  server.resetHandlers();
});

it("fails a write at once while it is lost, and never sends it later", async () => {
  answering = false;
  window.dispatchEvent(new Event("offline"));
  await checkConnection();
  const began = Date.now();
  await expect(remove()).rejects.toThrow("Le serveur ne répond pas.");
  expect(Date.now() - began).toBeLessThan(200);
  answering = true;
  await act(async () => window.dispatchEvent(new Event("online")));
  await checkConnection();
  expect(writes).toBe(0);
  await remove();
  expect(writes).toBe(1);
});
