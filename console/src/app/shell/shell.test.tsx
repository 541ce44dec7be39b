import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { chosenOperator } from "@/session/operator";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, brume, grandval, ownAccount, problem } from "@/test/data";
// Slow to import: done before the waits of the first test begin.
import "@/features/places/stations/OperatorStationsPage";
import "./Shell";

const reloadPage = vi.fn();
vi.mock("@/session/reload", () => ({ reloadPage: () => reloadPage() }));

withTestServer();

async function switchTo(name: string) {
  await userEvent.click(await screen.findByRole("combobox", { name: "Exploitants" }));
  await userEvent.click(await screen.findByRole("option", { name, hidden: true }));
}

describe("the first visit", () => {
  it.each([
    ["nothing is stored", null],
    ["the stored operator is out of reach", { id: 99, nom: "Ailleurs" }],
  ])("takes the first operator and shows its stations when %s", async (_, operator) => {
    signedIn({ operator });
    const app = renderApp("/liste-paiements-exploitant");
    expect(await screen.findByRole("heading", { level: 1, name: "Mes stations" })).toBeVisible();
    expect(app.path()).toBe("/tb-stations");
    expect(localStorage.getItem("exploitantId")).toBe("1");
    expect(localStorage.getItem("exploitantNom")).toBe(grandval.nom);
  });

  it("says so when there is no operator at all", async () => {
    signedIn({ operator: null });
    server.use(http.get("/api/admin/exploitants", () => HttpResponse.json([])));
    renderApp("/tb-stations");
    const menu = await screen.findByRole("region", { name: "Exploitants" });
    expect(await within(menu).findByText("Aucun exploitant")).toBeVisible();
    expect(within(menu).queryByRole("link", { name: "Statistiques" })).toBeNull();
  });
});

it("loads everything at the first retry after all first calls failed", async () => {
  signedIn();
  const down = "Le service est momentanément indisponible. Veuillez réessayer dans un instant.";
  server.use(
    ...["/api/admin/exploitants", "/api/admin/compte/details"].map((path) =>
      http.get(path, () => HttpResponse.json(problem(503, "", down), { status: 503 })),
    ),
  );
  renderApp("/creation-station");
  expect(await screen.findByText(down)).toBeVisible();
  server.resetHandlers();
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  expect(await screen.findByLabelText(/^Libellé/)).toBeVisible();
});

describe("changing operator", () => {
  it.each([
    ["/tb-stations/5/details", "/tb-stations"],
    ["/creation-station", "/gestion-stations"],
    ["/creation-tarif", "/gestion-tarifs"],
    ["/gestion-utilisateurs-exploitant/8/details", "/gestion-utilisateurs-exploitant"],
    ["/historique-utilisations-exploitant", "/historique-utilisations-exploitant"],
    ["/", "/"],
  ])("on %s leads to %s", async (from, to) => {
    signedIn();
    const app = renderApp(from);
    await switchTo(brume.nom);
    await waitFor(() => expect(chosenOperator()).toEqual({ id: brume.id, nom: brume.nom }));
    expect(app.path()).toBe(to);
    expect(localStorage.getItem("exploitantId")).toBe(String(brume.id));
  });

  it("loads the rights there, and the menu follows", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/compte/details", ({ request }) =>
        HttpResponse.json(
          ownAccount(request.url.endsWith("=3") ? ["DROIT_STATIONS_LECTURE"] : ALL_RIGHTS),
        ),
      ),
    );
    renderApp("/tb-stations");
    const menu = within(await screen.findByRole("navigation", { name: "Menu principal" }));
    expect(await menu.findByRole("link", { name: "Gestion des stations" })).toBeVisible();
    expect(menu.getByRole("link", { name: "Gestion des exploitants" })).toBeVisible();
    await switchTo(brume.nom);
    await waitFor(() =>
      expect(menu.queryByRole("link", { name: "Gestion des stations" })).toBeNull(),
    );
    expect(menu.queryByRole("link", { name: "Gestion des exploitants" })).toBeNull();
    expect(menu.queryByRole("link", { name: "Statistiques" })).toBeNull();
  });

  it("keeps the operator when its rights cannot be loaded, and shows the error", async () => {
    signedIn();
    renderApp("/tb-stations");
    await screen.findByText("Gare centrale");
    server.use(
      http.get("/api/admin/compte/details", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    await switchTo(brume.nom);
    expect(await screen.findByText(/L'exploitant n'a pas pu être changé/)).toBeVisible();
    expect(chosenOperator()?.id).toBe(grandval.id);
  });
});

it("Déconnexion ends the session, clears the storage and reloads", async () => {
  signedIn();
  let ended: unknown;
  server.use(
    http.post("/api/token/invalidate", async ({ request }) => {
      ended = await request.json();
      return HttpResponse.json({ message: "" });
    }),
  );
  renderApp("/tb-stations");
  await userEvent.click(await screen.findByRole("button", { name: "Déconnexion" }));
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(localStorage).toHaveLength(0);
  await waitFor(() => expect(ended).toEqual({ refreshToken: "r1" }));
});

it("an account without access sees why, and can sign out", async () => {
  signedIn();
  server.use(
    http.get("/api/admin/exploitants", () =>
      HttpResponse.json(problem(403, "Forbidden", ""), { status: 403 }),
    ),
  );
  renderApp("/");
  expect(
    await screen.findByText("Accès refusé. Cette page n'est pas accessible avec votre compte."),
  ).toBeVisible();
  expect(screen.getByRole("button", { name: "Déconnexion" })).toBeVisible();
});
