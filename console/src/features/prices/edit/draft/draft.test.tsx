import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { server, withTestServer } from "@/test/app";
import { problem, tariff } from "@/test/data";
import { accept, openTariffPage, press, recordWrite, retype, violation } from "@/test/tariffPage";
import type { LockerChoice } from "../api";
import { merged } from "./draft";

withTestServer();

const path = "/api/admin/tarif/1/modifier";
const BAR = "Modifications non enregistrées";
const bar = () => screen.findByRole("region", { name: BAR });
const saveAll = () => press("Enregistrer toutes les modifications");
const amount = /^Montant \*|^Montant$/;

const bike = { id: 2, nom: "Vélo", cle: "velo" } as const;
const lockers: LockerChoice[] = [
  { id: 1, nom: "A1", type: bike, selectionne: true },
  { id: 2, nom: "A2", type: bike, selectionne: false },
];
const gare = {
  idStation: 5,
  libelleAdminStation: "GRV-01",
  libellePublicStation: "Gare centrale",
  nbCasiers: 1,
  quota: null,
  type: "indiv",
} as const;

const openWithChanges = async () => {
  server.use(
    http.post("/api/admin/tarif/1/comparaison", () =>
      HttpResponse.json(problem(422, "", ""), { status: 422 }),
    ),
  );
  const app = openTariffPage({ stations: [gare], lockers });
  await retype(amount, "0,80");
  await press("Ajouter une plage horaire");
  await retype(/^Libellé de la plage horaire/, "Nuit");
  await press("Détails de Gare centrale");
  await userEvent.click(await screen.findByRole("checkbox", { name: "A2" }));
  await retype(/^Emails/, "Zoé <zoe@ville.fr>; *@ville.fr");
  await userEvent.click(screen.getByLabelText("Ajouter"));
  return app;
};

const all = {
  informations: {
    libelleAdmin: "Casier à l'heure",
    libelleUtilisateur: "Casier",
    abonnement: false,
    typeTarif: "heure",
    montant: 80,
    franchise: false,
  },
  periodes: [{ libelle: "Nuit", joursSemaine: [] }],
  stations: [{ idStation: 5, idCasiers: [1, 2] }],
  beneficiaires: { toutRetirer: false, ajouts: ["zoe@ville.fr", "*@ville.fr"] },
};

describe("the bar", () => {
  it("saves all that is typed in one call, and stays on the page", async () => {
    const app = await openWithChanges();
    expect(await bar()).toHaveTextContent(
      "Informations et prix, Plage horaire, Station Gare centrale, Usagers",
    );
    const calls = recordWrite("put", path, tariff());
    await saveAll();
    await waitFor(() => expect(screen.queryByRole("region", { name: BAR })).toBeNull());
    expect(calls.map(({ body }) => body)).toEqual([all]);
    expect(app.path()).toBe("/gestion-tarifs/1/details");
    expect(screen.queryByRole("region", { name: "Nouvelle plage horaire" })).toBeNull();
    expect(screen.getByLabelText(/^Emails/)).toHaveValue("");
    expect(screen.getByText(/est enregistrée\.$/)).toBeVisible();
  });

  it("is there only while something is not saved", async () => {
    openTariffPage();
    const field = await screen.findByLabelText(amount);
    expect(screen.queryByRole("region", { name: BAR })).toBeNull();
    await retype(/^Emails/, "a@b.fr");
    expect(await bar()).toHaveTextContent("Usagers");
    await userEvent.clear(screen.getByLabelText(/^Emails/));
    await waitFor(() => expect(screen.queryByRole("region", { name: BAR })).toBeNull());
    expect(field).toHaveValue("0,50");
  });

  it("gives all up after a question", async () => {
    const calls = recordWrite("put", path, {});
    await openWithChanges();
    await press("Annuler toutes les modifications");
    await accept("Annulation", "Voulez-vous vraiment annuler les modifications en cours ?");
    await waitFor(() => expect(screen.queryByRole("region", { name: BAR })).toBeNull());
    expect(screen.getByLabelText(amount)).toHaveValue("0,50");
    expect(screen.getByLabelText(/^Emails/)).toHaveValue("");
    expect(calls).toEqual([]);
  });

  it("saves nothing while a part is not valid, and shows it there", async () => {
    const calls = recordWrite("put", path, {});
    await openWithChanges();
    await retype(/^Libellé de la plage horaire/, "");
    await userEvent.type(screen.getByLabelText("Heure de début"), "20");
    await saveAll();
    const region = screen.getByRole("region", { name: "Nouvelle plage horaire" });
    expect(
      await within(region).findByText("Veuillez renseigner le libellé de la plage horaire"),
    ).toBeVisible();
    expect(calls).toEqual([]);
    expect(await bar()).toBeVisible();
  });

  it("keeps everything typed after a refusal, which is shown at its field", async () => {
    await openWithChanges();
    server.use(http.put(path, () => violation("montant", "Montant refusé")));
    await saveAll();
    expect(await screen.findByText("Montant refusé")).toBeVisible();
    expect(screen.getByLabelText(/^Libellé de la plage horaire/)).toHaveValue("Nuit");

    server.use(http.put(path, () => violation("periodes[0].libelle", "Libellé refusé")));
    await saveAll();
    expect(await screen.findByText("Libellé refusé")).toBeVisible();
    expect(await bar()).toBeVisible();
  });

  it("asks before it replaces the present beneficiaries", async () => {
    const calls = recordWrite("put", path, tariff());
    openTariffPage({ beneficiaries: [{ id: 1, email: "a@b.fr" }] });
    await retype(/^Emails/, "c@d.fr");
    await userEvent.click(screen.getByLabelText("Tout remplacer"));
    await saveAll();
    await accept("Suppression", "Voulez-vous vraiment supprimer l'usager actuel ?");
    await waitFor(() =>
      expect(calls[0]?.body).toEqual({ beneficiaires: { toutRetirer: true, ajouts: ["c@d.fr"] } }),
    );
  });
});

it("« Terminer » saves all that is typed in one call, then goes back to the list", async () => {
  const app = await openWithChanges();
  const calls = recordWrite("put", path, tariff());
  await press("Terminer");
  await waitFor(() => expect(app.path()).toBe("/gestion-tarifs"));
  expect(calls.map(({ body }) => body)).toEqual([all]);
});

it("the changes of several parts are those of one save", () =>
  expect(
    merged([
      { periodes: [{ libelle: "A" }] },
      { application: {} },
      { periodes: [{ id: 3, libelle: "B" }], stations: [{ idStation: 1, idCasiers: [] }] },
    ]),
  ).toEqual({
    periodes: [{ libelle: "A" }, { id: 3, libelle: "B" }],
    stations: [{ idStation: 1, idCasiers: [] }],
    application: {},
  }));
