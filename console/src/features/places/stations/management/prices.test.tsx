import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import type { Locker } from "@/entities/locker/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, locker, problem, station, stay, tariff } from "@/test/data";
import type { LockerTariffs } from "./api";

withTestServer();

const PAGE = "/tb-stations/5/details";
const hourly = tariff({ id: 1, libelle: "À l'heure", montantPlafond: 300 });
const monthly = tariff({
  id: 2,
  libelle: "Mensuel",
  abonnement: true,
  typeTarif: "mois",
  montant: 1500,
});

function answerTariffs(answer: Partial<LockerTariffs>[]) {
  const none = { tarifsAutre: [], tarifsAbonnement: [] };
  server.use(
    http.get("/api/admin/station/:id/tarifs", () =>
      HttpResponse.json(answer.map((one) => ({ ...none, ...one }))),
    ),
  );
}

function answerLocker(changes: Partial<Locker>) {
  server.use(
    http.get("/api/admin/station/:id", () =>
      HttpResponse.json({ ...station(), casiers: [locker(changes)] }),
    ),
  );
}

const block = () => screen.findByRole("region", { name: "Conditions tarifaires" });

describe("the price conditions of the station", () => {
  it("are counted for each locker", async () => {
    signedIn();
    answerTariffs([
      { idCasier: 1, libelleCasier: "A1", tarifsAutre: [hourly], tarifsAbonnement: [monthly] },
      { idCasier: 2, libelleCasier: "A2", tarifsAutre: [hourly] },
      { idCasier: 3, libelleCasier: "A3" },
    ]);
    renderApp(PAGE);
    const conditions = await block();
    expect(await within(conditions).findByRole("row", { name: /A1/ })).toHaveTextContent(
      "A111Voir",
    );
    expect(within(conditions).getByRole("row", { name: /A2/ })).toHaveTextContent("A210Voir");
    expect(conditions).toHaveTextContent(
      "1 casier n'a aucune condition tarifaire : aucune utilisation ne peut y commencer.",
    );
    expect(within(conditions).getAllByRole("button")).toHaveLength(2);
  });

  it("are said once for the lockers that have the same", async () => {
    signedIn();
    answerTariffs([
      { idCasier: 1, libelleCasier: "A1", tarifsAutre: [hourly], tarifsAbonnement: [monthly] },
      { idCasier: 2, libelleCasier: "A2", tarifsAutre: [hourly] },
      { idCasier: 3, libelleCasier: "A3", tarifsAutre: [hourly], tarifsAbonnement: [monthly] },
      { idCasier: 4, libelleCasier: "A4", tarifsAutre: [hourly], tarifsAbonnement: [monthly] },
      { idCasier: 5, libelleCasier: "A5", tarifsAutre: [hourly], tarifsAbonnement: [monthly] },
    ]);
    renderApp(`${PAGE}?partie=conditions`);
    const conditions = await block();
    await userEvent.click(
      await within(conditions).findByRole("button", {
        name: "Voir les conditions tarifaires de A1, A3 à A5",
      }),
    );
    expect(within(conditions).getAllByRole("row")).toHaveLength(3);
    expect(
      await screen.findByRole("dialog", { name: "Conditions tarifaires, A1, A3 à A5" }),
    ).toHaveTextContent("À l'heure");
  });

  it("can be searched by locker when there are many", async () => {
    signedIn();
    answerTariffs(
      Array.from({ length: 21 }, (_, i) => ({
        idCasier: i + 1,
        libelleCasier: `A${i + 1}`,
        tarifsAutre: [hourly],
      })),
    );
    renderApp(PAGE);
    const conditions = await block();
    const box = await within(conditions).findByRole("searchbox");
    await userEvent.type(box, "a12");
    await waitFor(() => expect(within(conditions).getAllByRole("row")).toHaveLength(2));
    await userEvent.type(box, "9");
    expect(
      await within(conditions).findByText("Aucun casier ne porte le nom « a129 »."),
    ).toBeVisible();
  });

  it("are listed with all their terms, and the focus returns", async () => {
    signedIn();
    const night = tariff({
      id: 3,
      libelle: "Nuit",
      montant: 0,
      nombreMinutesAvantDepassement: 900,
      montantDepassement: 50,
      uniteDureeDepassement: "heure",
      periodes: [
        {
          id: 1,
          libelle: "La nuit",
          joursSemaine: ["1", "2", "3", "4", "5", "6", "7"],
          dateDebut: null,
          dateFin: null,
          heureDebut: "20-00",
          heureFin: "07-00",
        },
      ],
      beneficiaires: Array.from({ length: 7 }, (_, id) => ({ id, email: `u${id}@grandval.test` })),
    });
    answerTariffs([
      {
        idCasier: 1,
        libelleCasier: "A1",
        tarifsAutre: [hourly, night],
        tarifsAbonnement: [monthly],
      },
    ]);
    renderApp(PAGE);
    const button = await screen.findByRole("button", {
      name: "Voir les conditions tarifaires de A1",
    });
    await userEvent.click(button);
    const modal = await screen.findByRole("dialog", { name: "Conditions tarifaires, A1" });
    const [first, second] = within(
      within(modal).getByRole("region", { name: "Tarifs horaires" }),
    ).getAllByRole("listitem");
    expect(first).toHaveTextContent("À l'heureNom public : Casier");
    expect(first).toHaveTextContent("Prix0,50 € / heurePlafond3,00 € par utilisation");
    expect(first).toHaveTextContent("Tous les jours, à toute heure");
    expect(first).toHaveTextContent("UsagersTous");
    expect(second).toHaveTextContent("DépassementAprès 15 heures : 0,50 € / heure");
    expect(second).toHaveTextContent("La nuit : Tous les jours, de 20h00 à 07h00 le lendemain");
    expect(second).toHaveTextContent("u4@grandval.testet 2 autres");
    expect(within(modal).getByRole("region", { name: "Abonnements" })).toHaveTextContent(
      "Tarif mensuel15,00 € / mois",
    );
    expect(within(modal).getByRole("link", { name: "Ouvrir Mensuel" })).toHaveAttribute(
      "href",
      "/gestion-tarifs/2/details",
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("say so when there are none", async () => {
    signedIn();
    renderApp(PAGE);
    expect(
      await screen.findByText("Aucune condition tarifaire ne s'applique à cette station."),
    ).toBeVisible();
  });

  it("can be loaded again after a failure", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/station/:id/tarifs", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    renderApp(PAGE);
    const conditions = await block();
    const again = await within(conditions).findByRole("button", { name: "Réessayer" });
    answerTariffs([{ idCasier: 1, libelleCasier: "A1", tarifsAutre: [hourly] }]);
    await userEvent.click(again);
    expect(await within(conditions).findByRole("row", { name: /A1/ })).toBeVisible();
  });
});

describe("an open row", () => {
  const details = () => screen.findByRole("region", { name: "Détails de A1" });
  const part = async (name: string) => within(await details()).getByRole("region", { name });

  it("says under which conditions a stay may begin", async () => {
    signedIn();
    answerLocker({ tarifApplique: hourly, autresConditionsTarifaires: [monthly] });
    renderApp(`${PAGE}?ouvertes=1`);
    expect(await part("Conditions tarifaires du casier")).toHaveTextContent(
      "Tarif appliquéÀ l'heureTarif horaire · 0,50 € / heure · plafond de 3,00 € par utilisation" +
        "Autres conditions tarifairesMensuelAbonnement · 15,00 € / mois",
    );
  });

  it.each([
    [[], "aucune condition tarifaire, aucune utilisation ne peut commencer"],
    [[monthly], "aucun en ce moment, sauf pour"],
  ])("says when none applies (%#)", async (autresConditionsTarifaires, expected) => {
    signedIn();
    answerLocker({ autresConditionsTarifaires });
    renderApp(`${PAGE}?ouvertes=1`);
    expect(await part("Conditions tarifaires du casier")).toHaveTextContent(expected);
  });

  it("explains the price of the stay under way, and flags it", async () => {
    signedIn();
    const current = stay(70, {
      depassement: true,
      enlevement: true,
      occupationPrix: {
        prixActuel: 4700,
        dureeStationnementNormal: 1440,
        prixAvantDepassement: 300,
        dureeStationnementDepassement: 1440,
        prixDepassement: 2400,
        prixEnlevement: 2000,
        lignes: [
          {
            libelle: "Stationnement, par heure commencée",
            quantite: 24,
            prixUnitaire: 50,
            montant: 1200,
          },
          { libelle: "Plafond de 3,00 €", quantite: 1, prixUnitaire: -900, montant: -900 },
          {
            libelle: "Dépassement, par heure commencée",
            quantite: 24,
            prixUnitaire: 100,
            montant: 2400,
          },
          { libelle: "Enlèvement", quantite: 1, prixUnitaire: 2000, montant: 2000 },
        ],
      },
    });
    answerLocker({ etat: "Occupé", utilisations: [{ ...current, tarif: hourly }] });
    renderApp(`${PAGE}?ouvertes=1`);
    const price = await part("Tarification");
    expect(price).toHaveTextContent("TarifÀ l'heureTarif horaire0,50 € / heure");
    expect(price).toHaveTextContent("Stationnement, par heure commencée24 × 0,50 €12,00 €");
    expect(price).toHaveTextContent("Plafond de 3,00 €−9,00 €");
    expect(price).toHaveTextContent("Prix actuel47,00 €");
    const stayCard = await part("Utilisation");
    expect(stayCard).toHaveTextContent("Temps limite dépassé");
    expect(stayCard).toHaveTextContent("Casier bloqué");
    expect(stayCard).toHaveTextContent("Durée facturée2 j");
  });

  it("hides the conditions from accounts without the right", async () => {
    signedIn({ rights: ALL_RIGHTS.filter((right) => right !== "DROIT_TARIFS_LECTURE") });
    answerLocker({ tarifApplique: hourly });
    renderApp(`${PAGE}?ouvertes=1`);
    expect(await details()).not.toHaveTextContent("À l'heure");
  });
});
