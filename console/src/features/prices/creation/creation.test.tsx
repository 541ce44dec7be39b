import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem, station } from "@/test/data";

withTestServer();

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const field = (label: string | RegExp) => screen.findByLabelText(label, { selector: "input" });

async function type(label: string | RegExp, text: string) {
  await userEvent.clear(await field(label));
  await userEvent.type(await field(label), text);
}

async function accept(title: string) {
  const modal = await screen.findByRole("dialog", { name: title });
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
}

/** Returns the request body, once the server has received it. */
function creation(): { body?: Record<string, unknown> } {
  const sent: { body?: Record<string, unknown> } = {};
  server.use(
    http.post("/api/admin/exploitant/:id/tarif/creation-tarif", async ({ request }) => {
      sent.body = (await request.json()) as Record<string, unknown>;
      return HttpResponse.json({ id: 7 }, { status: 201 });
    }),
    // The next page is stubbed: it is not tested here.
    http.get("/api/admin/tarif/7/infos-generales-tarif", () =>
      HttpResponse.json(problem(404, "Not Found", "Introuvable"), { status: 404 }),
    ),
  );
  return sent;
}

beforeEach(() => signedIn());
const open = () => renderApp("/creation-tarif");

describe("a new price condition", () => {
  it("is sent in cents and minutes, and opens", async () => {
    const sent = creation();
    const app = open();
    await type(/^Libellé administrateur/, "Casier vélo");
    await type(/^Nom public/, "Casier");
    await type(/^Montant \*/, "0,5");
    await type(/^Plafond/, "3");
    await type(/^Temps limite avant dépassement/, "1");
    await userEvent.selectOptions(
      screen.getByLabelText("Unité du temps limite avant dépassement"),
      "jours",
    );
    await press("Enregistrer");
    expect(await screen.findByRole("dialog", { name: "Création" })).toHaveTextContent(
      "Voulez-vous vraiment ajouter la condition tarifaire Casier vélo ?",
    );
    await accept("Création");
    await waitFor(() => expect(app.path()).toBe("/gestion-tarifs/7/details"));
    expect(sent.body).toEqual({
      libelleAdmin: "Casier vélo",
      libelleUtilisateur: "Casier",
      abonnement: false,
      typeTarif: "heure",
      montant: 50,
      montantPlafond: 300,
      franchise: false,
      nombreMinutesAvantDepassement: 1440,
      periodes: [],
      beneficiaires: [],
    });
  });

  it("shows at each field the rule that it breaks", async () => {
    open();
    await type(/^Temps limite avant enlèvement/, "2");
    await type(/^Coût en cas de dépassement/, "1");
    await press("Enregistrer");
    expect(
      await screen.findAllByText("Veuillez renseigner les champs libellé, nom et type de tarif"),
    ).toHaveLength(2);
    expect(await field(/^Montant \*/)).toHaveAccessibleDescription(
      "Veuillez renseigner tous les champs",
    );
    expect(
      screen.getByLabelText("Unité du temps limite avant enlèvement"),
    ).toHaveAccessibleDescription("Veuillez renseigner l'unité du temps limite avant enlèvement");
    expect(
      screen.getByLabelText("Unité du coût en cas de dépassement"),
    ).toHaveAccessibleDescription("Veuillez renseigner l'unité du coût en cas de dépassement");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows the fields of its type", async () => {
    open();
    expect(await field(/^Plafond/)).toBeVisible();
    expect(screen.queryByLabelText(/^Le plafond vaut pour/)).toBeNull();
    await type(/^Plafond/, "3");
    await userEvent.selectOptions(
      screen.getByLabelText(/^Le plafond vaut pour/),
      "Chaque période d'une autre durée",
    );
    expect(await field(/^Durée de la période du plafond/)).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText("Unité du montant"), "jour");
    expect(screen.queryByLabelText(/^Plafond/)).toBeNull();
    expect(screen.getByText(/^Un prix à la journée n'a pas de plafond/)).toHaveTextContent(
      "Ce que vous y aviez saisi (plafond) ne sera pas enregistré, et revient si vous repassez à l'heure.",
    );
    expect(await field(/^Durée gratuite/)).toBeVisible();

    await userEvent.click(screen.getByRole("radio", { name: "Abonnement" }));
    expect(screen.queryByLabelText(/^Durée gratuite/)).toBeNull();
    const units = within(screen.getByLabelText("Unité du montant")).getAllByRole("option");
    expect(units.map((unit) => unit.textContent)).toEqual(["€ / mois", "€ / an"]);
  });

  it("shows the server's refusal at its field, and keeps what was typed", async () => {
    const message = "Un montant doit être compris entre 0 et 10 000 000 €, au centime près";
    server.use(
      http.post("/api/admin/exploitant/:id/tarif/creation-tarif", () =>
        HttpResponse.json(
          {
            ...problem(422, "Unprocessable Entity", message),
            violations: [{ propertyPath: "montantEnlevement", message }],
          },
          { status: 422 },
        ),
      ),
    );
    open();
    await press(/^À l'heure Un prix/);
    await press("Enregistrer");
    await accept("Création");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await field(/^Coût de l'enlèvement/)).toHaveAccessibleDescription(message);
    expect(await field(/^Montant \*/)).toHaveValue("0,10");
  });

  it("asks before typed values are lost", async () => {
    const app = open();
    await type(/^Nom public/, "Casier");
    await userEvent.click(screen.getByRole("link", { name: /^Retour à la liste/ }));
    expect(await screen.findByRole("dialog", { name: "Annulation" })).toBeVisible();
    await press("Retour");
    expect(app.path()).toBe("/creation-tarif");
    expect(await field(/^Nom public/)).toHaveValue("Casier");
  });

  it("needs the right to write", async () => {
    signedIn({ rights: ["DROIT_TARIFS_LECTURE"] });
    open();
    expect(await screen.findByText(/^Accès refusé/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Enregistrer" })).toBeNull();
  });
});

describe("the catalogue", () => {
  it("fills the form, and asks nothing while nothing is typed", async () => {
    open();
    await press(/^À l'heure, plafonné/);
    expect(await field(/^Plafond/)).toHaveValue("4,45");
    expect(await field(/^Durée gratuite/)).toHaveValue("15");
    await press(/^24 heures gratuites/);
    expect(await field(/^Durée gratuite/)).toHaveValue("1");
    expect(screen.getByRole("switch", { name: /^Franchise/ })).toBeChecked();
    expect(screen.getByRole("button", { name: /^24 heures gratuites/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("asks before it replaces what was typed", async () => {
    open();
    await type(/^Montant \*/, "2");
    await press(/^Abonnement mensuel/);
    const modal = await screen.findByRole("dialog", { name: "Annulation" });
    await userEvent.click(within(modal).getByRole("button", { name: "Retour" }));
    expect(await field(/^Montant \*/)).toHaveValue("2");
    await press(/^Abonnement mensuel/);
    await accept("Annulation");
    await waitFor(async () => expect(await field(/^Montant \*/)).toHaveValue("15,00"));
  });

  it("adds a time range, which can be changed or removed, and is sent with the rest", async () => {
    const sent = creation();
    open();
    await press(/^Nuit gratuite/);
    expect(await screen.findByText("Tous les jours, de 20h00 à 07h00 le lendemain")).toBeVisible();
    await press("Modifier la plage horaire Nuit");
    const name = await field(/^Libellé de la plage horaire/);
    await userEvent.clear(name);
    await userEvent.type(name, "Soir et nuit");
    const [ofPeriod, ofTariff] = screen.getAllByRole("button", { name: "Enregistrer" });
    await userEvent.click(ofTariff as HTMLElement);
    expect(await screen.findByText(/^Veuillez d'abord enregistrer ou annuler/)).toBeVisible();
    await userEvent.click(ofPeriod as HTMLElement);
    expect(await screen.findByText("Soir et nuit")).toBeVisible();
    const change = { name: "Modifier la plage horaire Soir et nuit" };
    expect(screen.getByRole("button", change)).toHaveFocus();
    await press("Enregistrer");
    await accept("Création");
    await waitFor(() =>
      expect(sent.body).toMatchObject({
        montant: 0,
        periodes: [{ libelle: "Soir et nuit", heureDebut: "20-00", heureFin: "07-00" }],
      }),
    );
  });

  it("removes a time range", async () => {
    open();
    await press(/^Nuit gratuite/);
    await press("Retirer la plage horaire Nuit");
    expect(screen.queryByRole("heading", { name: "Plages horaires" })).toBeNull();
  });

  it("takes a time range that is typed", async () => {
    const sent = creation();
    open();
    await press(/^À la journée/);
    await press("Ajouter une plage horaire");
    const region = await screen.findByRole("region", { name: "Nouvelle plage horaire" });
    await type(/^Libellé de la plage horaire/, "Nuit");
    await type("Heure de début", "20");
    await type("Heure de fin", "8");
    await userEvent.click(within(region).getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Tous les jours, de 20h00 à 08h00 le lendemain")).toBeVisible();
    await press("Enregistrer");
    await accept("Création");
    await waitFor(() =>
      expect(sent.body?.periodes).toEqual([
        { libelle: "Nuit", joursSemaine: [], heureDebut: "20-00", heureFin: "08-00" },
      ]),
    );
  });

  it("requires the domain of the company", async () => {
    const sent = creation();
    open();
    await press(/^Tarif d'entreprise/);
    await press("Enregistrer");
    expect(await screen.findByText("Veuillez renseigner le domaine de l'entreprise")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    await type(/^Domaine de l'entreprise/, "entreprise.fr");
    await press("Enregistrer");
    await accept("Création");
    await waitFor(() => expect(sent.body).toMatchObject({ beneficiaires: ["*@entreprise.fr"] }));
  });
});

describe("« Appliquer à toutes mes stations »", () => {
  const stations = [
    station({ id: 5, nom: "Gare", libelleAdmin: "GRV-01" }),
    station({ id: 9, nom: "Parc", libelleAdmin: "GRV-09" }),
  ];
  const openWithStations = async () => {
    const sent = creation();
    server.use(http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json(stations)));
    open();
    await press(/^Abonnement mensuel/);
    await userEvent.click(
      await screen.findByRole("switch", { name: /^Appliquer à toutes mes stations/ }),
    );
    return sent;
  };
  const send = async () => {
    await press("Enregistrer");
    await accept("Création");
  };
  const box = (name: string | RegExp) => screen.getByRole("checkbox", { name });

  it("applies to everything, and to what comes later", async () => {
    const sent = await openWithStations();
    await send();
    await waitFor(() =>
      expect(sent.body).toMatchObject({ application: {}, typesSuivis: [2, 1, 3, 4] }),
    );
  });

  it("applies to the types and stations that stay ticked", async () => {
    const sent = await openWithStations();
    await userEvent.click(box("Collectif"));
    await userEvent.click(box("GRV-09 – Parc"));
    expect(screen.getByRole("switch", { name: /créés plus tard/ })).toBeDisabled();
    await send();
    await waitFor(() =>
      expect(sent.body?.application).toEqual({ idStations: [5], types: [2, 1, 3] }),
    );
    expect(sent.body).not.toHaveProperty("typesSuivis");
  });

  it("asks for a station", async () => {
    const sent = await openWithStations();
    await userEvent.click(box("Toutes les stations (2)"));
    await press("Enregistrer");
    expect(await screen.findByText("Veuillez choisir au moins une station")).toBeVisible();
    expect(sent.body).toBeUndefined();
  });
});

describe("the simulation of what is typed", () => {
  it("opens once the price is valid, with or without labels", async () => {
    const drafts: unknown[] = [];
    server.use(
      http.post("/api/admin/exploitant/1/tarif/simulation", async ({ request }) => {
        drafts.push(await request.json());
        return HttpResponse.json(problem(422, "", "Refusée"), { status: 422 });
      }),
    );
    open();
    await press("Simuler une occupation");
    expect(await field(/^Montant \*/)).toHaveAccessibleDescription(
      "Veuillez renseigner tous les champs",
    );
    expect(screen.queryByText(/champs libellé, nom et type/)).toBeNull();
    await type(/^Montant \*/, "0,80");
    await press("Simuler une occupation");
    expect(await screen.findByRole("dialog", { name: "Simuler une occupation" })).toBeVisible();
    await waitFor(() => expect(drafts[0]).toMatchObject({ tarif: { montant: 80 } }));
  });
});
