import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import { accept, openTariffPage, press, recordWrite, retype, violation } from "@/test/tariffPage";

withTestServer();

const write = "/api/admin/tarif/1/modifier-informations-generales";
const compare = "/api/admin/tarif/1/comparaison";

const largest = {
  idOccupation: 71,
  station: "Gare centrale",
  casier: "A4",
  debutOccupation: "2026-11-10T10:33:00+01:00",
  finOccupation: "2026-11-10T12:53:00+01:00",
  duree: 140,
  montantActuel: 150,
  montantNouveau: 240,
};
const comparison = {
  utilisations: 100,
  totalActuel: 26700,
  totalNouveau: 30240,
  plusGrandsEcarts: [largest],
};

const amount = /^Montant \*|^Montant$/;
const panel = () => screen.findByRole("region", { name: "Comparer avant d'enregistrer" });
const leave = () => userEvent.click(screen.getByRole("link", { name: /^Retour à la liste/ }));

describe("« Terminer »", () => {
  it("saves what has changed and goes back to the list", async () => {
    server.use(http.post(compare, () => HttpResponse.json(comparison)));
    const calls = recordWrite("put", write, {});
    const app = openTariffPage({ tariff: { montantPlafond: 300 } });
    await retype(/^Nom public/, "Casier du centre");
    await retype(amount, "0.8");
    await press("Terminer");
    await waitFor(() => expect(app.path()).toBe("/gestion-tarifs"));
    expect(calls.map(({ body }) => body)).toEqual([
      {
        libelleAdmin: "Casier à l'heure",
        libelleUtilisateur: "Casier du centre",
        abonnement: false,
        typeTarif: "heure",
        montant: 80,
        montantPlafond: 300,
        franchise: false,
      },
    ]);
    expect(
      await screen.findByText("La condition tarifaire « Casier à l'heure » est enregistrée."),
    ).toBeVisible();
  });

  it("says who is told of a new price of a subscription, and from which day they pay it", async () => {
    let asked = "";
    const jours = ["15", "16", "17", "18", "19"].map((day) => ({
      jour: `2028-01-${day}`,
      nombre: 1,
    }));
    server.use(
      http.post(compare, () => HttpResponse.json(comparison)),
      http.get("/api/admin/tarif/1/abonnements/effet", ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({
          prevenus: { nombre: 5, jours },
          termines: { nombre: 0, jours: [] },
        });
      }),
    );
    const calls = recordWrite("put", write, {});
    openTariffPage({ tariff: { abonnement: true, typeTarif: "mois", montant: 1500 } });
    await retype(amount, "18");
    await press("Terminer");
    await accept(
      "Nouveau prix",
      "Voulez-vous vraiment fixer le prix de cet abonnement à 18,00\u00a0€\u00a0?",
      "5\u00a0abonnés en seront prévenus par e-mail\u00a0: première échéance à ce prix entre le 15/01/2028 et le 19/01/2028.",
      "D'ici là, l'ancien prix vaut encore.",
    );
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(asked).toBe("?montant=1800");
  });

  it("says who goes on as before when a subscription is sold by another unit", async () => {
    let asked = "";
    server.use(
      http.post(compare, () => HttpResponse.json(comparison)),
      http.get("/api/admin/tarif/1/abonnements/effet", ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json({
          prevenus: { nombre: 0, jours: [] },
          inchanges: { nombre: 1, jours: [{ jour: "2028-01-15", nombre: 1 }] },
          termines: { nombre: 0, jours: [] },
        });
      }),
    );
    const calls = recordWrite("put", write, {});
    openTariffPage({ tariff: { abonnement: true, typeTarif: "mois", montant: 1500 } });
    await screen.findByLabelText(amount);
    await userEvent.selectOptions(screen.getByLabelText("Unité du montant"), "an");
    await press("Terminer");
    await accept(
      "Nouveau prix",
      "Voulez-vous vraiment fixer le prix de cet abonnement à 15,00\u00a0€ par an\u00a0?",
      "1\u00a0abonnement vendu dans l'autre unité continue comme avant, à son prix\u00a0: prochaine échéance le 15/01/2028.",
    );
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(asked).toBe("?montant=1500&unite=an");
  });

  it("writes nothing when nothing has changed", async () => {
    const calls = recordWrite("put", write, {});
    const app = openTariffPage();
    await screen.findByLabelText(amount);
    await press("Terminer");
    await waitFor(() => expect(app.path()).toBe("/gestion-tarifs"));
    expect(calls).toEqual([]);
  });

  it("stays on the page for an invalid value or a refusal", async () => {
    server.use(http.post(compare, () => HttpResponse.json(comparison)));
    const app = openTariffPage();
    await retype(amount, "");
    await press("Terminer");
    expect(await screen.findByText("Veuillez renseigner tous les champs")).toBeVisible();

    await retype(amount, "3");
    server.use(http.put(write, () => violation("montant", "Montant refusé")));
    await press("Terminer");
    expect(await screen.findByText("Montant refusé")).toBeVisible();

    server.use(
      http.put(write, () =>
        HttpResponse.json(problem(409, "Conflict", "Un abonnement est en cours."), { status: 409 }),
      ),
    );
    await retype(amount, "4");
    await press("Terminer");
    expect(await screen.findByText("Un abonnement est en cours.")).toBeVisible();
    expect(screen.getByLabelText(amount)).toHaveValue("4");
    expect(app.path()).toBe("/gestion-tarifs/1/details");
  });
});

it("asks before changes are lost on the way back", async () => {
  server.use(http.post(compare, () => HttpResponse.json(comparison)));
  const app = openTariffPage();
  await retype(amount, "0,80");
  await leave();
  const modal = await screen.findByRole("dialog", { name: "Annulation" });
  await userEvent.click(within(modal).getByRole("button", { name: "Retour" }));
  expect(screen.getByLabelText(amount)).toHaveValue("0,80");
  await leave();
  await accept("Annulation", "Voulez-vous vraiment annuler les modifications en cours ?");
  await waitFor(() => expect(app.path()).toBe("/gestion-tarifs"));
});

describe("the comparison", () => {
  it("shows what the last stays would have cost with the values typed", async () => {
    const calls = recordWrite("post", compare, comparison);
    openTariffPage();
    const region = await panel();
    expect(region).toHaveTextContent("Changez un montant ou une durée");
    expect(region).toHaveTextContent("les utilisations en cours ou terminées gardent leur prix.");
    await retype(/^Nom public/, "Autre nom");
    await retype(amount, "0,80");
    expect(await within(region).findByText("Total actuel")).toBeVisible();
    expect(
      within(region).getByRole("radio", { name: "Les 100 dernières utilisations" }),
    ).toBeChecked();
    expect(region).toHaveTextContent(/Total actuel267,00.€/);
    expect(region).toHaveTextContent(/Avec ces valeurs302,40.€/);
    expect(region).toHaveTextContent(/Différence\+35,40.€ \(\+13,3.%\)/);
    const row = within(region).getByRole("row", { name: /Gare centrale – A4/ });
    expect(row).toHaveTextContent(/10\/11\/2026 - 10h33.*2.h 20.min.*1,50.€.*2,40.€/);
    // Labels do not affect the price.
    expect(calls.map(({ body }) => body)).toEqual([
      { abonnement: false, typeTarif: "heure", montant: 80, franchise: false },
    ]);
  });

  it("waits for valid values, and shows no result of others meanwhile", async () => {
    const calls = recordWrite("post", compare, comparison);
    openTariffPage();
    await retype(amount, "0,");
    const region = await panel();
    expect(await within(region).findByText(/dès que les valeurs saisies/)).toBeVisible();
    await retype(amount, "0,80");
    await within(region).findByText("Total actuel");
    await retype(amount, "0,8x");
    expect(within(region).queryByText("Total actuel")).toBeNull();
    await retype(amount, "0,50");
    expect(await within(region).findByText(/^Changez un montant/)).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  it.each([
    [
      { utilisations: 0, totalActuel: 0, totalNouveau: 0, plusGrandsEcarts: [] },
      "Aucune utilisation n'est encore terminée avec ce tarif : il n'y a rien à comparer.",
    ],
    [
      { utilisations: 1, totalActuel: 50, totalNouveau: 50, plusGrandsEcarts: [] },
      "Aucune de ces utilisations n'aurait changé de prix.",
    ],
  ])("says so when there is little to compare", async (answer, sentence) => {
    server.use(http.post(compare, () => HttpResponse.json(answer)));
    openTariffPage();
    await retype(amount, "0,80");
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("says why it failed", async () => {
    server.use(http.post(compare, () => violation("montant", "Montant refusé")));
    openTariffPage();
    await retype(amount, "0,80");
    expect(await within(await panel()).findByText("Montant refusé")).toBeVisible();
  });
});

describe("« Simuler une occupation »", () => {
  const simulation = () =>
    HttpResponse.json(problem(422, "Unprocessable Entity", "rien"), { status: 422 });

  it("takes the saved values, or the typed ones once they are valid", async () => {
    const requests: unknown[] = [];
    server.use(
      http.post(compare, () => HttpResponse.json(comparison)),
      http.get("/api/admin/tarif/1/simulation-prix", () => {
        requests.push("saved");
        return simulation();
      }),
      http.post("/api/admin/exploitant/1/tarif/simulation", async ({ request }) => {
        requests.push(((await request.json()) as { tarif: { montant: number } }).tarif.montant);
        return simulation();
      }),
    );
    openTariffPage();
    await press("Simuler une occupation");
    await waitFor(() => expect(requests).toEqual(["saved"]));
    await press("Fermer");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await retype(amount, "trop");
    await press("Simuler une occupation");
    expect(screen.queryByRole("dialog")).toBeNull();
    await retype(amount, "0,80");
    await press("Simuler une occupation");
    await waitFor(() => expect(requests).toEqual(["saved", 80]));
  });
});

describe("without the write right", () => {
  it("shows the values as facts, without a button that writes", async () => {
    openTariffPage({
      reader: true,
      tariff: { montantPlafond: 300 },
      periods: [
        {
          id: 8,
          libelle: "Nuit",
          joursSemaine: ["1"],
          dateDebut: null,
          dateFin: null,
          heureDebut: null,
          heureFin: null,
        },
      ],
      beneficiaries: [{ id: 1, email: "*@ville.fr" }],
      stations: [
        {
          idStation: 5,
          libelleAdminStation: "GRV-01",
          libellePublicStation: "Gare centrale",
          nbCasiers: 1,
          quota: null,
          type: "indiv",
        },
      ],
      lockers: [
        { id: 1, nom: "A1", type: { id: 2, nom: "Vélo", cle: "velo" }, selectionne: true },
        { id: 2, nom: "A2", type: { id: 2, nom: "Vélo", cle: "velo" }, selectionne: false },
      ],
    });
    expect(await screen.findByText(/^0,50.€ \/ heure$/)).toBeVisible();
    expect(screen.getByText(/^3,00.€ par utilisation$/)).toBeVisible();
    expect(await screen.findByText("*@ville.fr")).toBeVisible();
    expect(screen.getByText("Le lundi")).toBeVisible();
    await press("Détails de Gare centrale");
    const names = await screen.findByRole("list", { name: "Casiers" });
    expect(within(names).getAllByRole("listitem")).toHaveLength(1);

    const main = screen.getByRole("main");
    expect(within(main).queryAllByRole("textbox")).toEqual([]);
    expect(within(main).queryAllByRole("checkbox")).toEqual([]);
    for (const name of [/^Terminer/, /^Ajouter/, /^Supprimer/, /^Enregistrer/])
      expect(within(main).queryByRole("button", { name })).toBeNull();
    expect(screen.getByRole("button", { name: "Simuler une occupation" })).toBeVisible();
    expect(screen.queryByText("Comparer avant d'enregistrer")).toBeNull();
  });
});

describe("a tariff that cannot be loaded", () => {
  const path = "/api/admin/tarif/:id/infos-generales-tarif";

  it("is unknown", async () => {
    openTariffPage();
    server.use(
      http.get(path, () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    expect(await screen.findByText("Cette condition tarifaire est introuvable.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull();
  });

  it("has failed, and loads on a retry", async () => {
    let down = true;
    openTariffPage();
    server.use(
      http.get(path, () =>
        down
          ? HttpResponse.json(problem(500, "Internal Server Error", "Une panne."), { status: 500 })
          : undefined,
      ),
    );
    expect(await screen.findByText("Une panne.")).toBeVisible();
    down = false;
    await press("Réessayer");
    expect(await screen.findByLabelText(amount)).toHaveValue("0,50");
  });
});
