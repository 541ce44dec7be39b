import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { SavedView, SavedViewInput } from "./api";
import { isSame, readyMadeViews } from "./views";

withTestServer();

const OPERATOR = "/liste-paiements-exploitant";

/** Serves these views, and takes what is written about them. */
function serveViews(saved: SavedView[]) {
  const asked: string[] = [];
  const input = async (request: Request) => (await request.json()) as SavedViewInput;
  server.use(
    http.get("/api/admin/paiements/vues", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(saved);
    }),
    http.post("/api/admin/paiements/vues", async ({ request }) => {
      const view = { nom: "", ...(await input(request)), id: saved.length + 1 };
      saved.push(view);
      return HttpResponse.json(view, { status: 201 });
    }),
    http.put("/api/admin/paiements/vues/:id", async ({ request, params }) => {
      const view = { nom: "", ...(await input(request)), id: Number(params.id) };
      saved.splice(0, saved.length, ...saved.map((one) => (one.id === view.id ? view : one)));
      return HttpResponse.json(view);
    }),
    http.delete("/api/admin/paiements/vues/:id", () => {
      saved.length = 0;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return asked;
}

const view = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => userEvent.click(await view(name));

it("the months of ready-made views are those of Paris", () => {
  const months = (at: string) =>
    readyMadeViews(Date.parse(at))
      .filter(({ key }) => key.endsWith("mois") || key.startsWith("mois"))
      .map(({ state }) => `${state.paiementDu} ${state.paiementAu}`);
  expect(months("2026-11-22T12:00:00Z")).toEqual([
    "2026-11-01 2026-11-30",
    "2026-10-01 2026-10-31",
  ]);
  // Already the first of January in Paris.
  expect(months("2027-12-31T23:30:00Z")).toEqual([
    "2028-01-01 2028-01-31",
    "2027-12-01 2027-12-31",
  ]);
  expect(months("2028-03-31T12:00:00Z")[1]).toBe("2028-02-01 2028-02-29");
});

it("two states are the same whatever the order of their values", () => {
  expect(isSame(1, { statut: ["PAID", "UNPAID"] }, { statut: ["UNPAID", "PAID"] })).toBe(true);
  expect(isSame(1, {}, { nom: undefined, exploitant: 3 })).toBe(true);
  expect(isSame(undefined, {}, { exploitant: 3 })).toBe(false);
  expect(isSame(1, {}, { recherche: "a" })).toBe(false);
});

// Slow: a name is typed, and both cores may be busy.
describe("the views of the list of payments", () => {
  it("put their filters into the URL, and replace those that applied", async () => {
    signedIn();
    const app = renderApp(`${OPERATOR}?nom=jac&page=3`);
    expect(await view("Tous")).toHaveAttribute("aria-pressed", "false");
    await press("À traiter");
    await waitFor(() =>
      expect(app.router.state.location.searchStr).toBe(
        "?statut=PERMANENT_ERROR&statut=INVALID_PAYMENT&reportes=exclus",
      ),
    );
    expect(await view("À traiter")).toHaveAttribute("aria-pressed", "true");
    expect(screen.queryByRole("button", { name: "Enregistrer la vue" })).toBeNull();
    await press("Remboursés");
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?remboursement=fait"));
    await press("Tous");
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(""));
  });

  it("are saved under a name, renamed, changed and deleted", async () => {
    signedIn();
    const saved: SavedView[] = [];
    const asked = serveViews(saved);
    const app = renderApp(`${OPERATOR}?recherche=dupont&statut=UNPAID`);
    await press("Enregistrer la vue");
    const modal = within(await screen.findByRole("dialog", { name: "Enregistrer la vue" }));
    await userEvent.click(modal.getByRole("button", { name: "Enregistrer" }));
    expect(await modal.findByText("Veuillez renseigner le nom de la vue.")).toBeVisible();
    await userEvent.type(modal.getByLabelText(/^Nom de la vue/), "Dupont impayé{Enter}");
    expect(await view("Dupont impayé")).toHaveAttribute("aria-pressed", "true");
    expect(saved[0]?.filtres).toEqual({
      search: "dupont",
      paymentStatus: ["UNPAID"],
      filterTests: 1,
    });
    expect(asked[0]).toBe("?exploitant=1");

    await userEvent.click(screen.getByRole("button", { name: /^Retirer le filtre Statut/ }));
    await press(/^Mettre à jour/);
    const confirm = async () =>
      userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
    await confirm();
    await waitFor(() => expect(saved[0]?.filtres.paymentStatus).toBeUndefined());
    expect(await view("Dupont impayé")).toHaveAttribute("aria-pressed", "true");

    await press("Renommer la vue Dupont impayé");
    const name = await screen.findByLabelText(/^Nom de la vue/);
    expect(name).toHaveValue("Dupont impayé");
    await userEvent.clear(name);
    await userEvent.type(name, "Dupont{Enter}");
    expect(await view("Dupont")).toBeVisible();

    await press("Supprimer la vue Dupont");
    await confirm();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Dupont" })).toBeNull());
    expect(app.router.state.location.searchStr).toBe("?recherche=dupont");
  });

  it("show at the name why the server refuses it", async () => {
    signedIn();
    server.use(
      http.post("/api/admin/paiements/vues", () =>
        HttpResponse.json(
          {
            ...problem(422, "Refus", "Une de vos vues porte déjà ce nom."),
            violations: [{ propertyPath: "nom", message: "Une de vos vues porte déjà ce nom." }],
          },
          { status: 422 },
        ),
      ),
    );
    renderApp(`${OPERATOR}?nom=jac`);
    await press("Enregistrer la vue");
    await userEvent.type(await screen.findByLabelText(/^Nom de la vue/), "Jac{Enter}");
    expect(await screen.findByText("Une de vos vues porte déjà ce nom.")).toBeVisible();
  });
});
