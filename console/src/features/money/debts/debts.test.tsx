import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { payment, problem } from "@/test/data";

withTestServer();

const sums = (changes: object = {}) => ({
  jours0a30: 150,
  jours31a60: 0,
  jours61a90: 0,
  plusDe90Jours: 250,
  montant: 400,
  avantRegistre: 0,
  paiements: 2,
  ...changes,
});

const debt = {
  id: 12,
  nom: "Jacquet",
  prenom: "Pauline",
  email: "pauline@exemple.test",
  telephone: "",
  exigibleDepuis: "2026-08-01",
  ...sums(),
};

const debtsPage = (changes: object = {}) => ({
  items: [debt],
  total: 1,
  montantTrouve: 400,
  au: "2026-11-29",
  ensemble: { ...sums(), usagers: 1 },
  soldeExigible: 400,
  reglesNonInscrits: 0,
  ...changes,
});

/** Answers the page and returns what the list was asked for. */
function answer(body: object = debtsPage()) {
  const asked: string[] = [];
  server.use(
    http.get("/api/admin/exploitant/1/creances", ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString());
      return HttpResponse.json(body);
    }),
  );
  return asked;
}

const whole = async () =>
  within(await screen.findByRole("region", { name: "Ensemble des créances" }));

describe("the debts", () => {
  it("shows what each person owes by age, and that it is the balance due of the statement", async () => {
    signedIn();
    const asked = answer();
    renderApp("/creances");
    const row = await screen.findByRole("row", { name: /Jacquet Pauline/ });
    expect(row).toHaveTextContent(/1,50\s€––2,50\s€4,00\s€/);
    expect(within(row).getByRole("link", { name: "Jacquet Pauline" })).toHaveAttribute(
      "href",
      "/gestion-utilisateurs-exploitant/12/details",
    );
    const all = await whole();
    expect(
      all.getByText(
        (_, element) => element?.tagName === "P" && /^Ce total/.test(element.textContent),
      ),
    ).toHaveTextContent(
      /^Ce total est le solde exigible de la reddition des comptes de novembre 2026 à cet instant, 4,00\s€\.$/,
    );
    expect(all.getByRole("link")).toHaveAttribute("href", "/reddition/2026-11");
    expect(all.queryByText("Dont d'avant le registre")).toBeNull();
    expect(asked).toEqual(["page=1&itemsPerPage=10"]);
  });

  it("tells apart what the statement does not know, and what it still counts", async () => {
    signedIn();
    answer(
      debtsPage({
        items: [{ ...debt, avantRegistre: 50 }],
        ensemble: { ...sums({ avantRegistre: 50 }), usagers: 1 },
        soldeExigible: 420,
        reglesNonInscrits: 70,
      }),
    );
    renderApp("/creances");
    const all = await whole();
    expect(all.getByText("Dont d'avant le registre").parentElement).toHaveTextContent(/0,50\s€$/);
    expect(all.getByText(/^Ce total/)).toHaveTextContent(
      /à cet instant, 4,20\s€, et 0,50\s€ facturés avant le registre, qu'elle ne compte qu'une fois soldés, moins 0,70\s€ réglés avant le registre/,
    );
    expect(await screen.findByRole("row", { name: /Jacquet/ })).toHaveTextContent(
      /dont 0,50\s€ d'avant le registre/,
    );
  });

  it("opens on the payments that make it, each with its next attempt", async () => {
    signedIn();
    answer();
    server.use(
      http.get("/api/admin/exploitant/1/creances/12", () =>
        HttpResponse.json({
          items: [
            {
              ...payment(),
              exigibleLe: "2026-08-01T10:00:00+02:00",
              avantRegistre: true,
            },
            {
              ...payment({
                id: 71,
                prochainePresentation: "2099-11-24T15:28:09+01:00",
                paiementDetail: { paiementStatut: "UNPAID", paiementPresentation: [] },
              }),
              exigibleLe: "2026-11-20T15:28:07+01:00",
              avantRegistre: false,
            },
          ],
          total: 2,
        }),
      ),
    );
    const app = renderApp("/creances");
    await userEvent.click(
      await screen.findByRole("button", { name: "Détails de la créance de Pauline Jacquet" }),
    );
    const made = within(
      await screen.findByRole("table", { name: "Paiements dus de Pauline Jacquet" }),
    );
    const [old, recent] = (await made.findAllByRole("row")).slice(1);
    expect(old).toHaveTextContent("01/08/2026 D'avant le registre");
    expect(old).toHaveTextContent("Gare centrale – A1");
    expect(old).toHaveTextContent("ERREUR PERSISTANTE");
    expect(recent).toHaveTextContent("20/11/2026");
    expect(recent).toHaveTextContent("IMPAYÉProchaine présentation le 24/11/2099");
    expect(within(recent as HTMLElement).getByRole("link", { name: /^a1b2c3d4/ })).toHaveAttribute(
      "href",
      "/liste-paiements-exploitant?paiement=71",
    );
    expect(app.router.state.location.searchStr).toBe("?ligne=12");
  });

  it("looks for a person, and says that nobody is found", async () => {
    signedIn();
    const asked = answer(debtsPage({ items: [], total: 0 }));
    renderApp("/creances?recherche=zo%C3%A9");
    expect(
      await screen.findByText("Aucune créance ne correspond à votre recherche."),
    ).toBeVisible();
    expect(asked).toEqual(["search=zo%C3%A9&page=1&itemsPerPage=10"]);
    await userEvent.click(screen.getByRole("button", { name: "Effacer la recherche" }));
    await waitFor(() => expect(asked.at(-1)).toBe("page=1&itemsPerPage=10"));
    expect(
      await screen.findByText("Aucune créance n'est présente dans cette exploitation."),
    ).toBeVisible();
  });

  it("says why it failed, and no sum then", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/exploitant/1/creances", () =>
        HttpResponse.json(problem(403, "Forbidden", "Accès refusé."), { status: 403 }),
      ),
    );
    renderApp("/creances");
    expect(await screen.findByText(/^Accès refusé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Exporter les créances" })).toBeNull();
    expect(screen.queryByText("Total")).toBeNull();
  });
});
