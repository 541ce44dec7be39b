import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server, withTestServer } from "@/test/app";
import { overtaken, problem, station } from "@/test/data";
import { accept, openTariffPage, press, recordWrite } from "@/test/tariffPage";
import type { LockerChoice, TariffStation } from "../api";
import { typesOf, withAll, withToggled } from "./selection";

withTestServer();

const types = {
  1: { id: 1, nom: "Vélo cargo", cle: "velo_cargo" },
  2: { id: 2, nom: "Vélo", cle: "velo" },
  4: { id: 4, nom: "Collectif", cle: "collectif" },
} as const;

const choice = (id: number, nom: string, type: keyof typeof types = 2, selectionne = false) =>
  ({ id, nom, type: types[type], selectionne }) as LockerChoice;

const lockers = [choice(1, "A1", 2, true), choice(2, "A2"), choice(3, "A3"), choice(4, "C1", 1)];

const gare: TariffStation = {
  idStation: 5,
  libelleAdminStation: "GRV-01",
  libellePublicStation: "Gare centrale",
  nbCasiers: 1,
  quota: null,
  type: "indiv",
};
const path = "/api/admin/tarif/1/station/5/modifier-casiers";

const box = (name: string | RegExp) => screen.findByRole("checkbox", { name });

describe("the selection", () => {
  it("toggles one, and takes or leaves all those shown", () => {
    expect(withToggled(new Set([1]), 2)).toEqual(new Set([1, 2]));
    expect(withToggled(new Set([1, 2]), 2)).toEqual(new Set([1]));
    expect(withAll(new Set([4]), lockers.slice(0, 2), true)).toEqual(new Set([4, 1, 2]));
    expect(withAll(new Set([4, 1, 2]), lockers.slice(0, 2), false)).toEqual(new Set([4]));
  });

  it("counts the types that occur", () =>
    expect(typesOf(lockers)).toEqual([
      { id: 1, name: "Vélo cargo", count: 1 },
      { id: 2, name: "Vélo", count: 3 },
    ]));
});

describe("the lockers of a station", () => {
  it("are chosen one by one or all those of a type, and saved", async () => {
    const calls = recordWrite("put", path, { casiers: lockers });
    openTariffPage({ stations: [gare], lockers });
    expect(await screen.findByRole("row", { name: /GRV-01/ })).toHaveTextContent("1 casier");
    await press("Détails de Gare centrale");
    expect(await box("A1")).toBeChecked();
    expect(await box("Tout sélectionner")).toBePartiallyChecked();

    await userEvent.click(await box("Vélo (3)"));
    expect(screen.queryByRole("checkbox", { name: "C1" })).toBeNull();
    await userEvent.click(await box("Tout sélectionner (3 casiers affichés)"));
    expect(await box("A3")).toBeChecked();
    expect(screen.getByText("3 casiers choisis sur 4")).toBeVisible();
    await userEvent.click(await box("A2"));
    const details = screen.getByRole("region", { name: "Détails de Gare centrale" });
    await userEvent.click(within(details).getByRole("button", { name: "Enregistrer" }));
    expect(
      await screen.findByText("Le tarif s'applique à 2 casiers de la station « Gare centrale »."),
    ).toBeVisible();
    expect(calls[0]?.body).toEqual({ idCasiers: [1, 3] });
    expect(screen.getByRole("button", { name: "Détails de Gare centrale" })).toHaveFocus();
  });

  it("are all removed after the question", async () => {
    const stations = [gare];
    openTariffPage({ stations, lockers });
    await press("Détails de Gare centrale");
    await press("Supprimer");
    const calls = recordWrite("put", path, { casiers: [] });
    stations.length = 0;
    await accept(
      "Suppression",
      "Voulez-vous vraiment supprimer l'application à la station Gare centrale ?",
    );
    expect(
      await screen.findByText("Ce tarif ne s'applique encore à aucune station."),
    ).toBeVisible();
    expect(calls[0]?.body).toEqual({ idCasiers: [] });
  });

  it("ask for confirmation when the last one is unticked, which removes the station", async () => {
    openTariffPage({ stations: [gare], lockers });
    await press("Détails de Gare centrale");
    await userEvent.click(await box("A1"));
    const details = screen.getByRole("region", { name: "Détails de Gare centrale" });
    await userEvent.click(within(details).getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByRole("dialog", { name: "Suppression" })).toBeVisible();
  });

  it("have a quota of subscriptions, whose error stands at its field", async () => {
    const calls = recordWrite("put", path, { casiers: lockers });
    openTariffPage({
      stations: [{ ...gare, quota: 7 }],
      lockers,
      tariff: { abonnement: true, typeTarif: "mois" },
    });
    await press("Détails de Gare centrale");
    const quota = await screen.findByRole("textbox", { name: "Quota d'abonnements" });
    expect(quota).toHaveValue("7");
    const details = screen.getByRole("region", { name: "Détails de Gare centrale" });
    const save = within(details).getByRole("button", { name: "Enregistrer" });
    await userEvent.clear(quota);
    await userEvent.type(quota, "20000");
    await userEvent.click(save);
    await waitFor(() => expect(quota).toBeInvalid());
    expect(quota).toHaveAccessibleDescription(/^Le quota doit être compris entre 0 et 10 000/);
    await userEvent.clear(quota);
    await userEvent.click(save);
    await waitFor(() => expect(calls[0]?.body).toEqual({ idCasiers: [1], quota: null }));
  });

  it("keep their ticks when the server refuses", async () => {
    openTariffPage({ stations: [gare], lockers });
    await press("Détails de Gare centrale");
    await userEvent.click(await box("A2"));
    server.use(
      http.put(path, () =>
        HttpResponse.json(problem(404, "Not Found", "Ressource introuvable."), { status: 404 }),
      ),
    );
    const details = screen.getByRole("region", { name: "Détails de Gare centrale" });
    await userEvent.click(within(details).getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Ressource introuvable.")).toBeVisible();
    expect(await box("A2")).toBeChecked();
  });
});

describe("lockers that somebody else changed meanwhile", () => {
  it("are not replaced unseen; the ticks stay, and are saved over what was seen", async () => {
    const answers = { stations: [gare], lockers, tariff: { version: 1 } };
    const versions: (string | null)[] = [];
    openTariffPage(answers);
    await press("Détails de Gare centrale");
    await userEvent.click(await box("A2"));
    server.use(
      http.put(path, ({ request }) => {
        versions.push(request.headers.get("If-Match"));
        answers.tariff = { version: 2 };
        if (versions.length > 1) return HttpResponse.json({ casiers: lockers });
        const objet = { type: "tarif", id: 1, nom: "Casier" };
        return HttpResponse.json(overtaken("tarif.casiers", objet), { status: 409 });
      }),
    );
    const details = screen.getByRole("region", { name: "Détails de Gare centrale" });
    const save = () =>
      userEvent.click(within(details).getByRole("button", { name: "Enregistrer" }));
    await save();
    expect(await within(details).findByRole("alert")).toHaveTextContent(
      "casiers modifiés par Zoé Martin le 22/11/2026 à 23h02. Rien n'a été changé",
    );
    expect(await box("A2")).toBeChecked();
    await save();
    expect(await screen.findByText(/^Le tarif s'applique à 2 casiers/)).toBeVisible();
    expect(versions).toEqual(['"1"', '"2"']);
  });
});

describe("another station", () => {
  it("is chosen among those of the operator, and added once its spaces are saved", async () => {
    server.use(
      http.get("/api/admin/station/exploitant/:id", () =>
        HttpResponse.json([
          station(),
          station({ id: 9, nom: "Parc Égalité", libelleAdmin: "GRV-09", stationType: "collec" }),
        ]),
      ),
    );
    const calls = recordWrite("put", "/api/admin/tarif/1/station/9/modifier-casiers", {
      casiers: [],
    });
    openTariffPage({ stations: [gare], lockers: [choice(31, "Niveau 1", 4)] });
    await screen.findByRole("row", { name: /GRV-01/ });
    await press("Ajouter une station");
    const region = await screen.findByRole("region", { name: "Nouvelle station" });
    await userEvent.type(within(region).getByRole("combobox", { name: "Station" }), "egal");
    const options = await screen.findAllByRole("option", { name: /GRV/, hidden: true });
    expect(options.map(({ textContent }) => textContent)).toEqual(["GRV-09 – Parc Égalité"]);
    await userEvent.click(options[0] as HTMLElement);

    const space = await box("Niveau 1");
    await userEvent.click(within(region).getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText("Veuillez choisir au moins un espace")).toBeVisible();
    expect(calls).toEqual([]);
    await userEvent.click(space);
    await userEvent.click(within(region).getByRole("button", { name: "Enregistrer" }));
    await waitFor(() => expect(calls[0]?.body).toEqual({ idCasiers: [31] }));
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Nouvelle station" })).toBeNull(),
    );
  });

  it("is not offered when all have the tariff", async () => {
    openTariffPage({ stations: [gare] });
    await press("Ajouter une station");
    expect(
      await screen.findByText("Le tarif s'applique déjà à toutes les stations de l'exploitant."),
    ).toBeVisible();
  });
});

it("lists 500 lockers", async () => {
  const many = Array.from({ length: 500 }, (_, i) => choice(i + 1, `A${i + 1}`));
  openTariffPage({ stations: [gare], lockers: many });
  await press("Détails de Gare centrale");
  await userEvent.click(await screen.findByLabelText("A250"));
  expect(screen.getByText("1 casier choisi sur 500")).toBeVisible();
});

describe("« Toutes mes stations »", () => {
  const offered = [
    station(),
    station({ id: 9, nom: "Parc Égalité", libelleAdmin: "GRV-09", stationType: "collec" }),
  ];
  const saved = {
    stations: [
      { id: 5, nom: "Gare centrale", stationType: "indiv", casiers: [{ id: 1, nom: "A1" }] },
      { id: 9, nom: "Parc Égalité", stationType: "collec", casiers: [{ id: 31, nom: "N1" }] },
    ],
  };

  it("applies the tariff everywhere in one act, and follows new lockers", async () => {
    server.use(http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json(offered)));
    const calls = recordWrite("put", "/api/admin/tarif/1/modifier", saved);
    openTariffPage();
    await press("Toutes mes stations");
    const region = await screen.findByRole("region", { name: "Toutes mes stations" });
    expect(
      await within(region).findByRole("checkbox", { name: "GRV-09 – Parc Égalité" }),
    ).toBeChecked();
    await userEvent.click(within(region).getByRole("button", { name: "Enregistrer" }));
    expect(
      await screen.findByText("Le tarif s'applique à 2 casiers et espaces, dans 2 stations."),
    ).toBeVisible();
    expect(calls[0]?.body).toEqual({ application: {}, typesSuivis: [2, 1, 3, 4] });
  });

  it("is a part of the save of the whole page", async () => {
    server.use(http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json(offered)));
    const calls = recordWrite("put", "/api/admin/tarif/1/modifier", saved);
    openTariffPage();
    await press("Toutes mes stations");
    await userEvent.click(await screen.findByRole("checkbox", { name: "Collectif" }));
    await press("Enregistrer toutes les modifications");
    await waitFor(() =>
      expect(calls[0]?.body).toEqual({ application: { types: [2, 1, 3] }, typesSuivis: [2, 1, 3] }),
    );
  });

  it("says which new lockers get the tariff, until it no longer does", async () => {
    const calls = recordWrite("put", "/api/admin/tarif/1/modifier", saved);
    openTariffPage({ tariff: { typesSuivis: [3, 2] } });
    expect(
      await screen.findByText(/aussi aux casiers créés plus tard.*Vélo, Trottinette\.$/),
    ).toBeVisible();
    await press("Ne plus suivre");
    await accept("Casiers créés plus tard");
    await waitFor(() => expect(calls[0]?.body).toEqual({ typesSuivis: [] }));
  });
});
