import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Right } from "@/api/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem, tariff } from "@/test/data";

withTestServer();

const READER: Right[] = ["DROIT_TARIFS_LECTURE"];

const lockers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, nom: `A${index + 1}` }));

const night = tariff({
  id: 4,
  libelle: "Nuit gratuite",
  libellePublic: "La nuit",
  montant: 0,
  montantPlafond: 300,
  periodes: [
    {
      id: 1,
      libelle: "Nuit",
      joursSemaine: ["1", "2", "3", "4", "5"],
      dateDebut: null,
      dateFin: null,
      heureDebut: "20-00",
      heureFin: "07-00",
    },
  ],
  beneficiaires: [
    { id: 1, email: "*@grandval.test" },
    { id: 2, email: "pauline@exemple.test" },
  ],
  stations: [
    { id: 5, nom: "Gare centrale", stationType: "indiv", casiers: lockers(12) },
    { id: 6, nom: "Halle", stationType: "collec", casiers: lockers(1), quota: 40 },
  ],
});

const answer = (list: ReturnType<typeof tariff>[]) =>
  server.use(http.get("/api/admin/tarif/tarif-pour-exploitant", () => HttpResponse.json(list)));

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

async function accept(title: string, question: string) {
  const modal = await screen.findByRole("dialog", { name: title });
  expect(modal).toHaveTextContent(question);
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  return modal;
}

describe("the price conditions of an operator", () => {
  it("each show both labels, their type, their price and how many stations they have", async () => {
    signedIn();
    answer([night, tariff({ libelle: "Abonnement", abonnement: true, typeTarif: "mois" })]);
    renderApp("/gestion-tarifs");
    const row = await screen.findByRole("row", { name: /Nuit gratuite/ });
    for (const text of ["La nuit", "Tarif horaire", "Gratuit", "2"]) {
      expect(within(row).getByText(text)).toBeVisible();
    }
    expect(screen.getByRole("row", { name: /Abonnement/ })).toHaveTextContent("0,50 € / mois");
    expect(screen.getByRole("link", { name: "Nouvelle condition tarifaire" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Modifier Nuit gratuite" })).toHaveAttribute(
      "href",
      "/gestion-tarifs/4/details",
    );
  });

  it("open on their price, periods, beneficiaries and stations", async () => {
    signedIn({ rights: READER });
    answer([night]);
    renderApp("/gestion-tarifs");
    await press("Détails de Nuit gratuite");
    const part = (name: RegExp) => screen.getByRole("region", { name });
    expect(part(/^Informations générales/)).toHaveTextContent("3,00 € par utilisation");
    expect(part(/^Plages horaires/)).toHaveTextContent(
      "Du lundi au vendredi, de 20h00 à 07h00 le lendemain",
    );
    expect(part(/^Usagers autorisés/)).toHaveTextContent("*@grandval.test toute l'entreprise");
    expect(part(/^Stations/)).toHaveTextContent("Gare centrale12 casiersHalle1 espace, quota 40");
  });

  it("say what an empty list means", async () => {
    signedIn({ rights: READER });
    renderApp("/gestion-tarifs?ouvertes=1");
    expect(await screen.findByText("S'applique tous les jours, à toute heure.")).toBeVisible();
    expect(screen.getByText("Ouverte à tous les usagers.")).toBeVisible();
    expect(screen.getByText("Ne s'applique encore à aucune station.")).toBeVisible();
  });

  it("show the first of many beneficiaries, and all on request", async () => {
    signedIn();
    const beneficiaires = Array.from({ length: 30 }, (_, id) => ({
      id,
      email: `usager${id}@exemple.test`,
    }));
    answer([tariff({ beneficiaires })]);
    renderApp("/gestion-tarifs?ouvertes=1");
    const beneficiaries = await screen.findByRole("list", { name: "Usagers autorisés" });
    expect(within(beneficiaries).getAllByRole("listitem")).toHaveLength(8);
    await press("Afficher les 30 usagers");
    expect(within(beneficiaries).getAllByRole("listitem")).toHaveLength(30);
  });

  it("offer no write to those who may only read", async () => {
    signedIn({ rights: READER });
    renderApp("/gestion-tarifs?ouvertes=1");
    expect(await screen.findByRole("button", { name: "Simuler une occupation" })).toBeVisible();
    expect(screen.queryByRole("link", { name: /^Modifier|^Nouvelle/ })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Dupliquer|^Supprimer/ })).toBeNull();
  });

  it("are duplicated after a confirmation, and the copy opens", async () => {
    signedIn();
    const copied: unknown[] = [];
    server.use(
      http.post("/api/admin/tarif/:id/dupliquer", ({ params }) => {
        copied.push(params.id);
        return HttpResponse.json({ id: 9 }, { status: 201 });
      }),
      http.get("/api/admin/tarif/9/infos-generales-tarif", () =>
        HttpResponse.json(problem(404, "Not Found", "Introuvable"), { status: 404 }),
      ),
    );
    const app = renderApp("/gestion-tarifs?ouvertes=1");
    await press("Dupliquer");
    await accept(
      "Duplication",
      "Voulez-vous vraiment dupliquer la condition tarifaire Casier à l'heure ?",
    );
    await waitFor(() => expect(app.path()).toBe("/gestion-tarifs/9/details"));
    expect(copied).toEqual(["1"]);
  });

  it("are deleted after a confirmation", async () => {
    signedIn();
    server.use(
      http.delete("/api/admin/tarif/:id/supprimer", () => {
        answer([]);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp("/gestion-tarifs?ouvertes=1");
    await press("Supprimer");
    await accept(
      "Suppression",
      "Voulez-vous vraiment supprimer la condition tarifaire Casier à l'heure ?",
    );
    expect(
      await screen.findByText("Aucune condition tarifaire n'est présente dans cette exploitation."),
    ).toBeVisible();
  });

  it("show why one in use cannot be deleted", async () => {
    signedIn();
    const why =
      "Cette condition tarifaire ne peut être supprimée : elle s'applique à une utilisation en cours.";
    server.use(
      http.delete("/api/admin/tarif/:id/supprimer", () =>
        HttpResponse.json(problem(409, "Conflict", why), { status: 409 }),
      ),
    );
    renderApp("/gestion-tarifs?ouvertes=1");
    await press("Supprimer");
    const modal = await accept("Suppression", "Voulez-vous vraiment supprimer");
    await waitFor(() => expect(modal).toHaveTextContent(why));
    await userEvent.click(within(modal).getByRole("button", { name: "Retour" }));
    expect(
      await screen.findByRole("button", { name: "Détails de Casier à l'heure" }),
    ).toBeVisible();
  });

  it("are replaced by a loading error, until a retry succeeds", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/tarif/tarif-pour-exploitant", () =>
        HttpResponse.json(problem(500, "Error", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    renderApp("/gestion-tarifs");
    expect(await screen.findByText("Une erreur serveur est survenue.")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Nouvelle condition tarifaire" })).toBeNull();
    answer([night]);
    await press("Réessayer");
    expect(await screen.findByRole("row", { name: /Nuit gratuite/ })).toBeVisible();
  });

  it("wait for an operator", async () => {
    signedIn({ operator: null });
    server.use(http.get("/api/admin/exploitants", () => HttpResponse.json([])));
    renderApp("/gestion-tarifs");
    expect(await screen.findByText(/dès qu'un exploitant vous sera ouvert/)).toBeVisible();
  });
});
