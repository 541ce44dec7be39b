import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import type { Difference, Reconciliation } from "./api";

withTestServer();

const AT = "/api/admin/exploitant/1/rapprochement";

const empty = (etat: Reconciliation["chiffres"][number]["etat"]) => ({
  etat,
  nombre: 0,
  montant: 0,
  montantPrestataire: 0,
  expliques: 0,
});

const october: Reconciliation = {
  mois: "2026-10",
  depuis: "2026-10-01T00:00:00+02:00",
  luLe: "2026-11-23T10:00:00+01:00",
  chiffres: [
    { ...empty("rapproche"), nombre: 120, montant: 54_000, montantPrestataire: 54_000 },
    empty("en_attente"),
    { ...empty("inconnu_chez_nous"), nombre: 1, montantPrestataire: -700 },
  ],
  montant: 54_000,
  montantPrestataire: 53_300,
  ecartsAExpliquer: 1,
  avantRegistre: { nombre: 4, montant: 1_000, montantPrestataire: 1_200 },
  versements: [
    {
      id: "po_1",
      date: "2026-10-07",
      statut: "recu",
      nombre: 30,
      brut: 12_000,
      remboursements: -500,
      frais: 930,
      net: 10_570,
    },
  ],
  nonVerse: { nombre: 3, net: 1234 },
};

const dispute: Difference = {
  id: 5,
  etat: "inconnu_chez_nous",
  type: "contestation",
  contestation: { le: "2026-10-12T08:00:00+02:00", issue: "", finieLe: null },
  montant: 0,
  montantPrestataire: -700,
  instant: null,
  instantPrestataire: "2026-10-14T12:00:00+02:00",
  paiement: 8,
  reference: "txn_2",
  constateLe: "2026-10-15T10:00:00+02:00",
  explication: null,
};

function answer(body: Reconciliation = october, items: Difference[] = [dispute]) {
  signedIn({ rights: ["DROIT_TARIFS_ECRITURE"] });
  server.use(
    http.get("/api/admin/exploitant/1/reddition", () =>
      HttpResponse.json({ mois: [{ mois: "2026-09" }], avantRegistre: null }),
    ),
    http.get(AT, () => HttpResponse.json(body)),
    http.get(`${AT}/ecarts`, () => HttpResponse.json({ items, total: items.length })),
  );
  renderApp("/rapprochement?mois=2026-10");
}

describe("the reconciliation of a month", () => {
  it("tells the figures of each state, the differences and the payouts", async () => {
    answer();
    const figures = await screen.findByRole("table", {
      name: "Comparaison avec les relevés du prestataire",
    });
    expect(within(figures).getByText("Rapproché")).toBeVisible();
    expect(within(figures).queryByText("En attente")).toBeNull();
    expect(screen.getByText("Total chez le prestataire").nextSibling).toHaveTextContent("545,00");
    expect(
      screen.getByText(/^Dont avant le registre\s: 4\smouvements, 12,00\s€, ni rapprochés/),
    ).toBeVisible();
    expect(screen.getByText("Différence").nextSibling).toHaveTextContent("−7,00");
    const differences = await screen.findByRole("table", { name: "Écarts" });
    expect(within(differences).getByText("Contesté le 12/10/2026")).toBeVisible();
    expect(within(differences).getByRole("link", { name: "Voir le paiement" })).toHaveAttribute(
      "href",
      expect.stringContaining("paiement=8"),
    );
    expect(
      within(screen.getByRole("table", { name: "Versements" })).getByText(/105,70/),
    ).toBeVisible();
    expect(screen.queryByRole("tab", { name: /Sans exploitant/ })).toBeNull();
  });

  it("explains a difference with a comment, and says what the server refuses", async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    answer();
    server.use(
      http.post(`${AT}/ecarts/5/explication`, async ({ request }) => {
        sent.push(await request.json());
        return sent.length > 1
          ? HttpResponse.json({
              ...dispute,
              explication: { commentaire: "Vu", par: null, le: october.luLe },
            })
          : HttpResponse.json(
              { title: "Conflit", status: 409, detail: "Cet écart vient d'être expliqué par Zoé." },
              { status: 409 },
            );
      }),
    );
    await user.click(await screen.findByRole("button", { name: /^Expliquer l'écart/ }));
    const dialog = await screen.findByRole("dialog", { name: "Expliquer l'écart" });
    const submit = within(dialog).getByRole("button", { name: "Expliquer" });
    await user.click(submit);
    expect(await within(dialog).findByText("Le commentaire est obligatoire.")).toBeVisible();
    await user.type(within(dialog).getByRole("textbox"), "Contestée");
    await user.click(submit);
    expect(await within(dialog).findByText(/expliqué par Zoé/)).toBeVisible();
    await user.click(submit);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ commentaire: "Contestée" }, { commentaire: "Contestée" }]);
  });

  it("shows administrators what nothing tells the operator of", async () => {
    answer({ ...october, sansExploitant: 2 });
    expect(await screen.findByRole("tab", { name: "Sans exploitant (2)" })).toBeVisible();
  });

  it("says that nothing differs, and that nothing was paid out", async () => {
    answer({ ...october, versements: [], ecartsAExpliquer: 0 }, []);
    expect(await screen.findByText("Aucun écart à expliquer")).toBeVisible();
    expect(screen.getByText("Aucun versement dans ce mois")).toBeVisible();
  });

  it("says that the statements were not read yet", async () => {
    answer({ ...october, luLe: null, depuis: null });
    expect(
      await screen.findByText("Les relevés du prestataire n'ont pas encore été lus."),
    ).toBeVisible();
  });

  it("says that it could not be loaded", async () => {
    answer();
    server.use(
      http.get(AT, () =>
        HttpResponse.json({ title: "Panne", status: 500, detail: "Panne" }, { status: 500 }),
      ),
    );
    expect(await screen.findByRole("button", { name: "Réessayer" })).toBeVisible();
  });
});
