import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { RIGHTS_OF_ROLE } from "@/api/rights";
import { ACTIONS, actionLabel } from "@/entities/audit/sentences";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { locker } from "@/test/data";
import labelsOfFile from "../../../../../internal/server/api/desk/audit_labels.json";
import { objectName } from "./objectName";

withTestServer();

const line = {
  id: 1,
  instant: "2026-11-21T08:02:01.403+01:00",
  acteur: { id: 12, nom: "Camille Exemple" },
  exploitant: { id: 1, nom: "Métropole de Grandval" },
  action: "casier.desactivation",
  objet: { type: "casier", id: 31, nom: "A12" },
  station: { id: 5, nom: "Gare centrale" },
  changements: { motif: "Serrure bloquée" },
};

/** Answers the log and returns what it was asked for. */
function log() {
  const asked: string[] = [];
  server.use(
    http.get("/api/admin/journal", ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString());
      return HttpResponse.json({ items: [line], total: 1 });
    }),
    http.get("/api/admin/exploitant/1/a-traiter/collegues", () =>
      HttpResponse.json([{ id: 12, nom: "Camille Exemple", roles: ["Hotline"] }]),
    ),
    http.get("/api/admin/station/:id/casiers", () =>
      HttpResponse.json([locker({ id: 31, nom: "A12" })]),
    ),
  );
  return asked;
}

describe("the page", () => {
  it("shows the log of the operator, by what is in the address", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Hotline });
    const asked = log();
    renderApp("/journal?objet=casier:31&acteur=12&du=2026-11-01");
    const row = await screen.findByRole("row", { name: /Casier A12 mis hors service/ });
    expect(row).toHaveTextContent("21/11/2026 - 08h02Camille Exemple");
    expect(within(row).getByRole("link", { name: "Gare centrale" })).toHaveAttribute(
      "href",
      "/tb-stations/5/details",
    );
    expect(within(row).getByRole("link", { name: "Casier A12" })).toHaveAttribute(
      "href",
      "/tb-stations/5/details?ouvertes=31#casier-31",
    );
    expect(asked).toEqual([
      "objet=casier%3A31&acteur=12&du=2026-11-01&exploitant=1&page=1&itemsPerPage=10",
    ]);
    const chips = within(screen.getByRole("list", { name: "Filtres actifs" }));
    expect(chips.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
      "À partir du 01-11-2026",
      "Qui\u00a0: Camille Exemple",
      "Objet\u00a0: Casier A12",
    ]);
    expect(screen.queryByRole("button", { name: "Tous les exploitants" })).toBeNull();
  });

  it("is filtered by what is typed", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    const asked = log();
    const app = renderApp("/journal");
    await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
    const modal = within(await screen.findByRole("dialog", { name: "Filtres du journal" }));
    await userEvent.type(modal.getByLabelText("Numéro de l'objet"), "31");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    expect(await modal.findByText("Choisissez d'abord un type d'objet")).toBeVisible();
    await userEvent.selectOptions(modal.getByLabelText("Type d'objet"), "Casier ou espace");
    await userEvent.selectOptions(modal.getByLabelText("Station du casier"), "Gare centrale");
    await modal.findByRole("option", { name: "A12" });
    await userEvent.selectOptions(modal.getByLabelText("Casier"), "A12");
    await userEvent.selectOptions(modal.getByLabelText("Qui"), "Camille Exemple");
    await userEvent.selectOptions(modal.getByLabelText("Action"), "Casier mis hors service");
    await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
    const search = "?acteur=12&objet=casier%3A31&action=casier.desactivation";
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(search));
    await waitFor(() => expect(asked.at(-1)).toContain("action=casier.desactivation"));
  });

  it("shows administrators all operators, and whose each line is", async () => {
    signedIn();
    const asked = log();
    renderApp("/journal");
    await userEvent.click(await screen.findByRole("button", { name: "Tous les exploitants" }));
    const cell = await screen.findByRole("cell", { name: "Métropole de Grandval" });
    expect(cell).toBeVisible();
    expect(asked.at(-1)).toBe("page=1&itemsPerPage=10");
  });
});

it("leads from page to page by key, beyond the lines that are counted", async () => {
  signedIn({ rights: RIGHTS_OF_ROLE.Hotline });
  log();
  const asked: string[] = [];
  server.use(
    http.get("/api/admin/journal", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(`${query.get("apres") ?? ""}/${query.get("avant") ?? ""}`);
      const page = Number(query.get("page"));
      const beside = {
        ...(page > 1 && { precedent: `p${page}` }),
        ...(page < 1002 && { suivant: `s${page}` }),
      };
      return HttpResponse.json({
        items: [{ ...line, id: page }],
        total: 10_000,
        totalPlafonne: true,
        ...beside,
      });
    }),
  );
  const app = renderApp("/journal?page=1000");
  await userEvent.click(await screen.findByRole("button", { name: "Page suivante" }));
  expect(
    await screen.findByText(/^10\s001 à 10\s010 sur plus de\s10\s000 résultats$/),
  ).toBeVisible();
  expect(app.router.state.location.searchStr).toBe("?page=1001&apres=s1000");
  await userEvent.click(screen.getByRole("button", { name: "Page suivante" }));
  await waitFor(() => expect(app.router.state.location.searchStr).toBe("?page=1002&apres=s1001"));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Page suivante" })).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Page précédente" }));
  await waitFor(() => expect(app.router.state.location.searchStr).toBe("?page=1001&avant=p1002"));
  expect(asked.slice(0, 4)).toEqual(["/", "s1000/", "s1001/", "/p1002"]);
});

it("the file names the actions as the console does", () => {
  expect(labelsOfFile).toEqual(
    Object.fromEntries(ACTIONS.map((action) => [action, actionLabel(action)])),
  );
});

it("every action has a label of its own", () => {
  const labels = ACTIONS.map(actionLabel);
  expect(new Set(labels).size).toBe(ACTIONS.length);
  expect(labels.filter((label) => /«|undefined|\s{2}|\s$/.test(label))).toEqual([]);
  expect(labels).toEqual(
    expect.arrayContaining([
      "Station créée",
      "Paiement présenté",
      "Casier\u00a0: utilisation terminée",
    ]),
  );
});

describe("the object", () => {
  const depuis = "2026-03-05T08:00:00+01:00";
  it.each([
    [{ type: "casier", id: 65, nom: "A12" }, "Casier A12"],
    [{ type: "compte", id: 249, nom: "", designation: "Camille Exemple" }, "Camille Exemple"],
    [{ type: "compte", id: 249, nom: "" }, "Compte n° 249"],
    [
      { type: "utilisation", id: 5315, nom: "A12", designation: "Inès Exemple", depuis },
      "Utilisation d'Inès Exemple du 05/03/2026",
    ],
    [
      { type: "utilisation", id: 5315, nom: "A12", designation: "A12", depuis },
      "Utilisation d'A12 du 05/03/2026",
    ],
    [{ type: "abonnement", id: 6, nom: "", depuis }, "Abonnement du 05/03/2026"],
    [{ type: "plateforme", id: 0, nom: "" }, "Plateforme"],
  ])("%j is « %s »", (object, expected) => {
    expect(objectName(object).replace(/\u00a0/g, " ")).toBe(expected);
  });
});
