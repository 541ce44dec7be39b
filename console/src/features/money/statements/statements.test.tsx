import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { RIGHTS_OF_ROLE } from "@/api/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { Reconciliation } from "../reconciliation/api";
import type { BookkeepingAccounts, Statement, StatementFigure, StatementLine } from "./api";

withTestServer();

const PATH = "/api/admin/exploitant/1/reddition";

const figure = (cle: string, changes: Partial<StatementFigure> = {}): StatementFigure => ({
  cle,
  rubrique: "solde",
  libelle: cle,
  effet: 0,
  montant: 0,
  tva: 0,
  nombre: 0,
  ...changes,
});

const none = {
  ecarts: 0,
  montantEcarts: 0,
  enCours: 0,
  montantEnCours: 0,
  sansNumero: 0,
  moisOuverts: [],
};

const october: Statement = {
  exploitant: 1,
  raisonSociale: "Régie de Grandval",
  siret: "99999901400015",
  mois: "2026-10",
  etat: "a_cloturer",
  cloturable: true,
  empechement: "",
  enAttente: 0,
  resteAFaire: none,
  commentaire: "",
  soldeOuverture: 5000,
  soldeCloture: 7000,
  repris: 0,
  chiffres: [
    figure("facture", { libelle: "Facturé", effet: 1, montant: 123456, tva: 20576, nombre: 240 }),
    figure("repris", { libelle: "Repris d'avant le registre", effet: 1 }),
    figure("encaisse", {
      libelle: "Encaissé par le prestataire de paiement",
      effet: -1,
      montant: 121456,
      tva: 20243,
      nombre: 25,
    }),
    figure("rembourse", {
      rubrique: "remboursements",
      libelle: "Remboursements faits",
      montant: 400,
      nombre: 1,
    }),
    figure("encaisse_non_du", { rubrique: "non_du", libelle: "Encaissé sans être dû" }),
    figure("tests.encaisse", { rubrique: "tests", libelle: "Encaissé de paiements de test" }),
  ],
  tva: [
    {
      taux: 2000,
      encaisse: figure("tva.2000.encaisse", {
        libelle: "Encaissé à 20 %",
        montant: 121456,
        tva: 20243,
        nombre: 25,
      }),
      rembourse: figure("tva.2000.rembourse", {
        libelle: "Remboursé à 20 %",
        montant: 400,
        tva: 67,
        nombre: 1,
      }),
      tvaDue: 20176,
    },
  ],
  documents: [
    {
      type: "recu",
      chiffre: figure("documents.recu", {
        libelle: "Reçus numérotés",
        montant: 121456,
        nombre: 25,
      }),
      premier: "GRV-2026-000001",
      dernier: "GRV-2026-000025",
      avantRegistre: 3,
    },
    {
      type: "avoir",
      chiffre: figure("documents.avoir", { libelle: "Avoirs numérotés" }),
      premier: "",
      dernier: "",
      avantRegistre: 0,
    },
  ],
  versements: [],
};

const accounts: BookkeepingAccounts = {
  usagers: "411000",
  prestations: "706000",
  tvaCollectee: "445710",
  avoirs: "709600",
  prestataire: "467100",
  especes: "531000",
  cheques: "511200",
  banque: "512000",
  nonDu: "467200",
  frais: "627000",
  contestes: "467300",
  pertes: "654000",
  ecarts: "471100",
  avance: "487000",
  repris: "471000",
};

const line = (numero: number): StatementLine => ({
  numero,
  instant: "2026-10-12T09:30:00+02:00",
  genre: "encaisse",
  paiement: 70,
  uuid: "6f2c1c1e-0000-4000-8000-000000000070",
  montant: 1250,
  taux: 2000,
  tva: 208,
  moyen: "Carte bancaire",
  document: "",
});

const RECONCILIATION = "/api/admin/exploitant/1/rapprochement";

const reconciled: Reconciliation = {
  mois: "2026-10",
  depuis: "2026-10-01T00:00:00+02:00",
  luLe: "2026-11-23T10:00:00+01:00",
  chiffres: [
    { etat: "rapproche", nombre: 25, montant: 500, montantPrestataire: 500, expliques: 0 },
  ],
  montant: 500,
  montantPrestataire: 500,
  avantRegistre: { nombre: 0, montant: 0, montantPrestataire: 0 },
  ecartsAExpliquer: 0,
  versements: [],
  nonVerse: { nombre: 0, net: 0 },
};

const serve = (statement: Statement) =>
  server.use(
    http.get(`${PATH}/2026-10`, () => HttpResponse.json(statement)),
    http.get(RECONCILIATION, () => HttpResponse.json(reconciled)),
    http.get(`${RECONCILIATION}/ecarts`, () => HttpResponse.json({ items: [], total: 0 })),
  );

function openMonth(statement: Statement = october, search = "") {
  signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
  serve(statement);
  return renderApp(`/reddition/2026-10${search}`);
}

const rowOf = async (name: string) => {
  const header = await screen.findByRole("rowheader", { name: new RegExp(`^${name}`) });
  return header.closest("tr");
};
const closeButton = () => screen.findByRole("button", { name: "Clôturer le mois" });

describe("the list of months", () => {
  function openList(mois: object[]) {
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    server.use(
      http.get(PATH, () => HttpResponse.json({ mois })),
      http.get(`${PATH}/comptes`, () => HttpResponse.json(accounts)),
    );
    return renderApp("/reddition");
  }

  it("says the state of each month and leads to it", async () => {
    serve(october);
    const app = openList([
      { mois: "2026-11", etat: "ouvert", soldeCloture: 900 },
      { mois: "2026-10", etat: "a_cloturer", soldeCloture: 7000 },
      {
        mois: "2026-09",
        etat: "cloture",
        soldeCloture: 5000,
        clotureLe: "2026-10-05T14:05:00+02:00",
      },
    ]);
    const table = within(await screen.findByRole("table", { name: "Les mois" }));
    await table.findByRole("link", { name: "Octobre 2026" });
    const rows = table.getAllByRole("row").slice(1);
    expect(rows.map((row) => row.textContent?.replace(/\s/g, " "))).toEqual([
      "Novembre 2026En cours–9,00 €",
      "Octobre 2026À clôturer–70,00 €",
      "Septembre 2026Clôturé05/10/2026 - 14h0550,00 €",
    ]);
    await userEvent.click(table.getByRole("link", { name: "Octobre 2026" }));
    expect(await screen.findByText("Solde exigible à l'ouverture")).toBeVisible();
    expect(app.path()).toBe("/reddition/2026-10");
    await userEvent.click(screen.getByRole("link", { name: "Retour à la liste des mois" }));
    expect(await screen.findByRole("table", { name: "Les mois" })).toBeVisible();
  });

  it("says what will be there before the first entry", async () => {
    openList([]);
    expect(await screen.findByText("Il n'y a pas encore de compte à rendre.")).toBeVisible();
  });

  it("holds the accounts of the FEC, whose refusal is shown at its field", async () => {
    openList([]);
    const block = within(await screen.findByRole("region", { name: /^Comptes du fichier/ }));
    expect(await block.findByText("445710")).toBeVisible();
    await userEvent.click(block.getByRole("button", { name: "Modifier" }));
    const field = block.getByLabelText(/^Usagers/);
    await userEvent.clear(field);
    await userEvent.click(block.getByRole("button", { name: "Enregistrer" }));
    expect(await block.findByText("Veuillez renseigner ce compte")).toBeVisible();

    await userEvent.type(field, "4x");
    const message = "Un numéro de compte commence par un chiffre de 1 à 7.";
    server.use(
      http.put(`${PATH}/comptes`, () =>
        HttpResponse.json(
          {
            ...problem(422, "Unprocessable Entity", message),
            violations: [
              { propertyPath: "usagers", message },
              { propertyPath: "banque", message: "Ce compte n'existe pas." },
            ],
          },
          { status: 422 },
        ),
      ),
    );
    await userEvent.click(block.getByRole("button", { name: "Enregistrer" }));
    expect(await block.findByText(message)).toBeVisible();
    expect(block.getByText("Ce compte n'existe pas.")).toBeVisible();
    expect(field).toHaveFocus();

    const sent = vi.fn();
    server.use(
      http.put(`${PATH}/comptes`, async ({ request }) => {
        const body = await request.json();
        sent(body);
        return HttpResponse.json(body as object);
      }),
    );
    await userEvent.clear(field);
    await userEvent.type(field, "411900");
    await userEvent.click(block.getByRole("button", { name: "Enregistrer" }));
    expect(await screen.findByText(/^Les comptes sont enregistrés/)).toBeVisible();
    expect(sent).toHaveBeenCalledWith({ ...accounts, usagers: "411900" });
    expect(await block.findByText("411900")).toBeVisible();
  });
});

describe("the statement of a month", () => {
  it("adds up from the opening to the closing balance, and explains its words", async () => {
    openMonth();
    expect(await rowOf("Solde exigible à l'ouverture")).toHaveTextContent(/50,00\s€$/);
    expect(await rowOf("Facturé")).toHaveTextContent(/240\+1\s234,56\s€$/);
    expect(await rowOf("Encaissé par le prestataire")).toHaveTextContent(/25−1\s214,56\s€$/);
    expect(await rowOf("Solde exigible à la clôture")).toHaveTextContent(/70,00\s€$/);
    expect(await rowOf("Remboursements faits")).toHaveTextContent(/14,00\s€$/);
    const vat = within(screen.getByRole("table", { name: "TVA par taux" }));
    expect(vat.getByText(/^201,76\s€$/)).toBeVisible();
    const documents = within(screen.getByRole("table", { name: "Reçus et avoirs numérotés" }));
    expect(documents.getByText("GRV-2026-000025")).toBeVisible();
    expect(screen.getByText("Aucun versement n'est arrivé ce mois-ci.")).toBeVisible();
    const words = within(screen.getByRole("region", { name: "Les mots de cette page" }));
    expect(words.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Exigible",
      "Encaissé",
      "Reversé",
      "Reçu",
      "Avoir",
    ]);
    expect(screen.queryByRole("table", { name: "Dont paiements de test" })).toBeNull();
  });

  it("sums the payouts up, beside the reconciliation with the provider", async () => {
    const payout = (id: string, brut: number, frais: number) => ({
      id,
      arriveLe: "2026-10-08T12:00:00+02:00",
      brut,
      frais,
      net: brut - frais,
      operations: 3,
    });
    openMonth({ ...october, versements: [payout("po_1", 1000, 40), payout("po_2", 2000, 0)] });
    const block = within(
      await screen.findByRole("region", { name: "Versements du prestataire de paiement" }),
    );
    const sums = block.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(sums.map((sum) => sum?.replace(/\s/g, " "))).toEqual(["30,00 €", "−0,40 €", "29,60 €"]);
    const [, first, second] = block.getAllByRole("row");
    expect(first).toHaveTextContent(/10,00\s€−0,40\s€9,60\s€$/);
    expect(second).toHaveTextContent(/20,00\s€0,00\s€20,00\s€$/);
    const reconciliation = within(
      await screen.findByRole("region", { name: "Rapprochement avec le prestataire" }),
    );
    expect(reconciliation.getByText("Rapproché")).toBeVisible();
    expect(await screen.findByText("Aucun écart à expliquer")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Versements du mois" })).toBeNull();
  });

  it("opens the lines of a figure, page by key, each with its payment", async () => {
    const asked: string[] = [];
    server.use(
      http.get(`${PATH}/2026-10/lignes`, ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(`${query.get("chiffre")} ${query.get("apres") ?? ""}`);
        const second = query.get("apres") === "k10";
        return HttpResponse.json({
          chiffre: figure("encaisse"),
          items: (second ? [15, 14, 13, 12, 11] : [25, 24, 23, 22, 21, 20, 19, 18, 17, 16]).map(
            line,
          ),
          total: 15,
          ...(second ? { precedent: "k11" } : { suivant: "k10" }),
        });
      }),
    );
    const app = openMonth();
    const amount = await screen.findByRole("button", {
      name: /^Encaissé par le prestataire de paiement\s: −1\s214,56\s€, voir les lignes$/,
    });
    await userEvent.click(amount);
    const modal = within(
      await screen.findByRole("dialog", {
        name: "Encaissé par le prestataire de paiement, octobre 2026",
      }),
    );
    expect(modal.getByText(/^25\sécritures, dont le total est/)).toHaveTextContent(/1\s214,56\s€$/);
    const [link] = await modal.findAllByRole("link", { name: "6f2c1c1e…" });
    expect(link).toHaveAttribute("href", "/liste-paiements-exploitant?paiement=70");
    await userEvent.click(modal.getByRole("button", { name: "Page suivante" }));
    expect(await modal.findByText(/^11 à 15 sur 15 résultats$/)).toBeVisible();
    expect(await modal.findByText("11")).toBeVisible();
    expect(asked).toEqual(["encaisse ", "encaisse k10"]);
    expect(app.router.state.location.searchStr).toBe("?chiffre=encaisse&apres=k10&page=2");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(amount).toHaveFocus();
    expect(app.router.state.location.searchStr).toBe("");
  });

  it("shows what waits to be chained as such", async () => {
    server.use(
      http.get(`${PATH}/2026-10/lignes`, () =>
        HttpResponse.json({ chiffre: figure("encaisse"), items: [line(0), line(0)], total: 2 }),
      ),
    );
    openMonth({ ...october, enAttente: 2 }, "?chiffre=encaisse");
    const modal = within(await screen.findByRole("dialog"));
    expect(await modal.findAllByText("En attente")).toHaveLength(2);
    expect(screen.getByText(/^2 écritures attendent d'être enchaînées/)).toBeInTheDocument();
  });

  it("says that nothing is there, and why it cannot be shown", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    server.use(
      http.get(`${PATH}/2019-01`, () =>
        HttpResponse.json(problem(404, "Introuvable", "Ressource introuvable."), { status: 404 }),
      ),
    );
    renderApp("/reddition/2019-01");
    expect(await screen.findByText("Aucun compte n'est à rendre pour janvier 2019.")).toBeVisible();
  });

  it("is no month at a wrong address, for which nothing is asked", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    renderApp("/reddition/2026-13");
    expect(await screen.findByText("Cette adresse ne désigne aucun mois.")).toBeVisible();
  });

  it("can be tried again when it fails", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    server.use(
      http.get(`${PATH}/2026-10`, () =>
        HttpResponse.json(problem(503, "Occupé", "Réessayez dans un instant."), { status: 503 }),
      ),
    );
    renderApp("/reddition/2026-10");
    expect(await screen.findByText("Réessayez dans un instant.")).toBeVisible();
    serve(october);
    await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
    expect(await rowOf("Facturé")).toBeVisible();
  });
});

describe("« Clôturer le mois »", () => {
  it("tells what it means, and closes the month once that is understood", async () => {
    openMonth();
    await userEvent.click(await closeButton());
    const dialog = within(await screen.findByRole("dialog", { name: "Clôturer le mois" }));
    expect(dialog.getByText(/^Voulez-vous clôturer octobre 2026, avec un solde/)).toBeVisible();
    expect(dialog.getByText("Une clôture ne se défait pas.")).toBeVisible();
    const confirm = dialog.getByRole("button", { name: "Clôturer le mois" });
    expect(confirm).toBeDisabled();
    await userEvent.click(dialog.getByLabelText("Je comprends"));
    const closed: Statement = {
      ...october,
      etat: "cloture",
      cloturable: false,
      empechement: "Ce mois est clôturé.",
      clotureLe: "2026-11-23T21:00:00+01:00",
    };
    server.use(
      http.post(`${PATH}/2026-10/cloture`, () => {
        serve(closed);
        return HttpResponse.json(closed);
      }),
    );
    await userEvent.click(confirm);
    expect(await screen.findByText("Octobre 2026 est clôturé.")).toBeVisible();
    expect(await screen.findByText(/clôturé depuis le 23\/11\/2026 à\s21h00/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Clôturer le mois" })).toBeNull();
  });

  it("shows the refusal of who comes second, and the month as it is now", async () => {
    openMonth();
    await userEvent.click(await closeButton());
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByLabelText("Je comprends"));
    const refusal = "Ce mois est déjà clôturé.";
    server.use(
      http.post(`${PATH}/2026-10/cloture`, () => {
        serve({ ...october, etat: "cloture", clotureLe: "2026-11-23T20:59:00+01:00" });
        return HttpResponse.json(problem(409, "Conflit", refusal), { status: 409 });
      }),
    );
    await userEvent.click(dialog.getByRole("button", { name: "Clôturer le mois" }));
    expect(await screen.findByText(refusal)).toBeVisible();
    expect(await screen.findByText(/clôturé depuis le 23\/11\/2026/)).toBeInTheDocument();
  });

  it("tells what is left to do, each with where it is done, and asks why differences are left", async () => {
    openMonth({
      ...october,
      resteAFaire: {
        ecarts: 2,
        montantEcarts: 1250,
        enCours: 1,
        montantEnCours: 445,
        sansNumero: 3,
        moisOuverts: ["2026-09"],
      },
    });
    const head = within(
      await screen.findByRole("list", { name: "Ce qui reste à faire avant la clôture" }),
    );
    const links = head
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Septembre 2026 à clôturer d'abord", "/reddition/2026-09"],
      [
        "2\u00a0écarts à expliquer avec le prestataire, pour 12,50\u00a0€",
        "/rapprochement?mois=2026-10",
      ],
      [
        "1\u00a0paiement en cours chez le prestataire, pour 4,45\u00a0€",
        expect.stringMatching(
          /^\/liste-paiements-exploitant\?.*ATTEMPT_PROCESS.*debutAu=2026-10-31$/,
        ),
      ],
      [
        "3\u00a0documents en attente de numéro",
        "/liste-paiements-exploitant?paiementDu=2026-10-01&paiementAu=2026-10-31",
      ],
    ]);
    await userEvent.click(await closeButton());
    const dialog = within(await screen.findByRole("dialog", { name: "Clôturer le mois" }));
    expect(dialog.getByText(/^2\sécarts à expliquer/)).toBeVisible();
    await userEvent.click(dialog.getByLabelText("Je comprends"));
    await userEvent.click(dialog.getByRole("button", { name: "Clôturer le mois" }));
    expect(await dialog.findByText("Le commentaire est obligatoire.")).toBeVisible();
    const sent: unknown[] = [];
    const closed: Statement = {
      ...october,
      etat: "cloture",
      clotureLe: "2026-11-23T21:00:00+01:00",
      resteAFaire: { ...none, ecarts: 2, montantEcarts: 1250 },
      commentaire: "Contestations suivies.",
    };
    server.use(
      http.post(`${PATH}/2026-10/cloture`, async ({ request }) => {
        sent.push(await request.json());
        serve(closed);
        return HttpResponse.json(closed);
      }),
    );
    await userEvent.type(dialog.getByLabelText(/^Commentaire/), "Contestations suivies.");
    await userEvent.click(dialog.getByRole("button", { name: "Clôturer le mois" }));
    expect(await screen.findByText(/avec 2\sécarts non expliqués avec le/)).toBeVisible();
    expect(screen.getByText(/^Commentaire\s: Contestations suivies\.$/)).toBeVisible();
    expect(sent).toEqual([{ commentaire: "Contestations suivies." }]);
  });

  it("is disabled with the reason", async () => {
    const empechement = "Le mois de septembre 2026 n'est pas clôturé.";
    openMonth({ ...october, cloturable: false, empechement });
    const button = await closeButton();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(empechement);
  });
});

describe("the files of a month", () => {
  /** Collects what the browser would save, by name; jsdom supports neither these URLs nor a download. */
  function saves() {
    const names: string[] = [];
    URL.revokeObjectURL = () => undefined;
    URL.createObjectURL = vi.fn(() => "blob:fichier");
    HTMLAnchorElement.prototype.click = function click() {
      names.push(this.download);
    };
    return names;
  }
  const file = (type: string) =>
    HttpResponse.arrayBuffer(new TextEncoder().encode("contenu").buffer, {
      headers: { "Content-Type": type },
    });
  const press = async (name: string) =>
    userEvent.click(await screen.findByRole("button", { name }));

  it("are saved under their names", async () => {
    const names = saves();
    server.use(
      http.get(`${PATH}/2026-10.pdf`, () => file("application/pdf")),
      http.get(`${PATH}/2026-10.csv`, () => file("text/csv")),
      http.get(`${PATH}/2026-10/fec.txt`, () => file("text/plain")),
    );
    openMonth({ ...october, etat: "cloture", clotureLe: "2026-11-05T10:00:00+01:00" });
    await press("Télécharger le PDF");
    await waitFor(() => expect(names).toHaveLength(1));
    await press("Télécharger le CSV");
    await waitFor(() => expect(names).toHaveLength(2));
    await press("Télécharger le FEC");
    await waitFor(() =>
      expect(names).toEqual([
        "reddition-2026-10.pdf",
        "reddition-2026-10.csv",
        "999999014FEC20261031.txt",
      ]),
    );
  });

  it("hold the accounting entries of a year that has closed months", async () => {
    const names = saves();
    server.use(
      http.get(`${PATH}/comptes`, () => HttpResponse.json(accounts)),
      http.get(PATH, () =>
        HttpResponse.json({
          mois: ["2026-10", "2026-09", "2025-12"].map((mois) => ({
            mois,
            etat: "cloture",
            soldeCloture: 0,
            clotureLe: "2026-11-05T10:00:00+01:00",
          })),
          avantRegistre: { jusqua: "2025-12-04T09:00:00+01:00", recus: 12, avoirs: 1 },
        }),
      ),
      http.get(`${PATH}/2026-10`, () => HttpResponse.json({ ...october, etat: "cloture" })),
      http.get(`${PATH}/exercice/2026/fec.txt`, () => file("text/plain")),
    );
    signedIn({ rights: RIGHTS_OF_ROLE.Gestionnaire });
    renderApp("/reddition");
    expect(await screen.findByRole("button", { name: "Télécharger le FEC de 2025" })).toBeVisible();
    expect(
      screen.getByText(/^12\sreçus et 1\savoir de ce qui a été réglé avant le 04\/12\/2025 à\s09/),
    ).toBeVisible();
    await press("Télécharger le FEC de 2026");
    await waitFor(() => expect(names).toEqual(["999999014FEC20261231.txt"]));
  });

  it("leave the FEC for a closed month, and say why one is refused", async () => {
    server.use(
      http.get(`${PATH}/2026-10.pdf`, () =>
        HttpResponse.json(problem(409, "Conflit", "L'exploitant n'a pas de SIRET."), {
          status: 409,
        }),
      ),
    );
    openMonth();
    const fec = await screen.findByRole("button", { name: "Télécharger le FEC" });
    expect(fec).toBeDisabled();
    expect(fec).toHaveAccessibleDescription(/Disponible une fois le mois clôturé\.$/);
    await press("Télécharger le PDF");
    expect(await screen.findByText("L'exploitant n'a pas de SIRET.")).toBeVisible();
  });
});
