import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { ListedSubscription } from "./api";

withTestServer();

const PATH = "/abonnements";

const monthly = (id: number, changes: Partial<ListedSubscription> = {}): ListedSubscription => ({
  id,
  debut: "2026-11-02T15:00:00+01:00",
  fin: null,
  finPrevue: "2026-12-02T15:00:00+01:00",
  etat: "en_cours",
  resilieLe: null,
  impayeDepuis: null,
  accesJusquAu: null,
  prochainMontant: null,
  avisReconductionLe: null,
  resiliableAToutMoment: false,
  isReconductible: true,
  date_prochain_paiement: "2026-12-02T15:00:00+01:00",
  unite: "mois",
  libelle: "Mensuel casier",
  libellePublic: "Abonnement mensuel",
  montant: 1500,
  montantPlafond: null,
  montantDepassement: null,
  montantEnlevement: null,
  station: null,
  casier: null,
  placeAttribuee: false,
  paiementDetail: { id: 900 + id, paiementStatut: "PAID" },
  actions: ["resilier"],
  test: false,
  utilisateur: {
    id: 41,
    nom: "Jacquet",
    prenom: "Pauline",
    email: "pauline@exemple.test",
    telephone: "",
  },
  tarif: { id: 3, nom: "Mensuel casier" },
  stations: [
    { id: 5, nom: "Gare centrale" },
    { id: 6, nom: "Halle" },
    { id: 7, nom: "Quai" },
  ],
  nombreStations: 3,
  ...changes,
});

/** Serves the list and what it is filtered by, and returns the query of each call. */
function answerList(items = [monthly(1)], total = items.length, revenuMensuel = 1500): URL[] {
  const requests: URL[] = [];
  server.use(
    http.get("/api/admin/abonnements", ({ request }) => {
      requests.push(new URL(request.url));
      return HttpResponse.json({ items, total, revenuMensuel });
    }),
    http.get("/api/admin/tarif/tarif-pour-exploitant", () => HttpResponse.json([])),
    http.get("/api/admin/station/exploitant/1", () => HttpResponse.json([])),
  );
  return requests;
}

const cells = async (name: RegExp) =>
  [...(await screen.findByRole("row", { name })).querySelectorAll("th, td")].map(
    ({ textContent }) => textContent?.replace(/[\u00A0\u202F]/g, " "),
  );

it("shows each subscription with its state, term and price, their number and the revenue", async () => {
  signedIn();
  const requests = answerList(
    [
      monthly(1),
      monthly(2, {
        utilisateur: { ...monthly(2).utilisateur, nom: "Royer", prenom: "" },
        etat: "resilie",
        unite: "an",
        montant: 12_000,
        date_prochain_paiement: null,
        fin: "2027-01-31T08:00:00+01:00",
        stations: [{ id: 5, nom: "Gare centrale" }],
        nombreStations: 1,
      }),
    ],
    12_345,
    123_450,
  );
  renderApp(PATH);
  expect((await cells(/Jacquet/)).slice(1)).toEqual([
    "Jacquet Pauline",
    "Mensuel casier",
    "Gare centrale et 2 autres",
    "02/11/2026",
    "02/12/2026",
    "15,00 € par mois",
    "En cours",
  ]);
  expect((await cells(/Royer/)).slice(3, 8)).toEqual([
    "Gare centrale",
    "02/11/2026",
    "Fin le 31/01/2027",
    "120,00 € par an",
    "Résilié, jusqu'au 31/01/2027",
  ]);
  expect(screen.getByText("Total d'abonnements")).toHaveTextContent(/12\s345$/);
  expect(screen.getByText("Revenu mensuel récurrent")).toHaveTextContent(/1\s234,50\s€$/);
  expect(requests[0]?.search).toBe("?filterTests=1&exploitant=1&page=1");
});

it("opens a row on the subscription, its acts, its payment and its customer", async () => {
  signedIn();
  answerList();
  renderApp(`${PATH}?ligne=1`);
  const card = await screen.findByRole("region", { name: "Abonnement" });
  expect(card).toHaveTextContent("ReconductibleOui");
  expect(within(card).getByRole("button", { name: "Résilier" })).toBeVisible();
  const links = screen.getAllByRole("link", { name: /^(Voir la|Détails du)/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/liste-paiements-exploitant?paiement=901",
    "/gestion-utilisateurs-exploitant/41/details",
  ]);
});

it("opens from the worklist, beside it", async () => {
  signedIn();
  server.use(
    http.get("/api/admin/abonnement/1", () => HttpResponse.json(monthly(1, { etat: "impaye" }))),
  );
  renderApp("/a-traiter?ligne=abonnements%3A1");
  const panel = within(await screen.findByRole("dialog", { name: "Abonnements impayés" }));
  expect(await panel.findByRole("button", { name: "Résilier" })).toBeVisible();
  expect(panel.getByRole("link", { name: "Voir la fiche" })).toBeVisible();
});

it("gives a subscriber a locker, says at the field why not, and takes it back", async () => {
  signedIn();
  const halle = { id: 6, nom: "Halle" };
  const held = { station: halle, casier: { id: 61, nom: "B1" }, placeAttribuee: true };
  answerList([monthly(1, { placeAttribuee: true })]);
  const sent: unknown[] = [];
  server.use(
    http.get("/api/admin/abonnement/1/casiers", () =>
      HttpResponse.json([
        { id: 51, nom: "A1", station: { id: 5, nom: "Gare centrale" } },
        { id: 61, nom: "B1", station: halle },
      ]),
    ),
    http.patch("/api/admin/abonnement/1/place", async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1)
        return HttpResponse.json(
          problem(409, "Conflit", "Ce casier est attribué à une autre personne."),
          { status: 409 },
        );
      answerList([monthly(1, sent.length === 2 ? held : { placeAttribuee: true })]);
      return HttpResponse.json(monthly(1, held));
    }),
  );
  renderApp(`${PATH}?ligne=1`);
  await userEvent.click(await screen.findByRole("button", { name: "Attribuer un casier" }));
  const modal = within(await screen.findByRole("dialog", { name: "Attribuer un casier" }));
  await userEvent.click(modal.getByRole("button", { name: "Attribuer" }));
  expect(await modal.findByText("Veuillez choisir un casier")).toBeVisible();
  expect(await modal.findByRole("group", { name: "Halle" })).toHaveTextContent("B1");
  await userEvent.selectOptions(modal.getByLabelText(/^Casier/), "A1");
  await userEvent.click(modal.getByRole("button", { name: "Attribuer" }));
  await waitFor(() =>
    expect(modal.getByLabelText(/^Casier/)).toHaveAccessibleDescription(
      "Ce casier est attribué à une autre personne.",
    ),
  );
  await userEvent.selectOptions(modal.getByLabelText(/^Casier/), "B1");
  await userEvent.click(modal.getByRole("button", { name: "Attribuer" }));
  expect(await screen.findByText("Le casier B1 est attribué.")).toBeVisible();
  expect(await screen.findByText("Halle, casier B1")).toBeVisible();
  expect(screen.getByRole("button", { name: "Changer de casier" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Libérer le casier" }));
  const question = within(await screen.findByRole("dialog", { name: "Libérer le casier" }));
  await userEvent.click(question.getByRole("button", { name: "Libérer le casier" }));
  expect(await screen.findByRole("button", { name: "Attribuer un casier" })).toBeVisible();
  expect(sent).toEqual([{ idCasier: 51 }, { idCasier: 61 }, { idCasier: null }]);
});

it("offers neither acts nor the customer's page to who may only read", async () => {
  signedIn({ rights: ["DROIT_EVENEMENTS_LECTURE"] });
  answerList();
  renderApp(`${PATH}?ligne=1`);
  expect(await screen.findByRole("link", { name: "Détails du paiement" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Résilier" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Voir la fiche" })).toBeNull();
});

it("filters by state and term, from page 1, and says so", async () => {
  signedIn();
  const requests = answerList([monthly(1)], 30);
  const app = renderApp(`${PATH}?page=2`);
  await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
  const modal = within(
    await screen.findByRole("dialog", { name: "Filtres liste des abonnements" }),
  );
  await userEvent.click(modal.getByLabelText("Impayé"));
  await userEvent.selectOptions(modal.getByLabelText("Reconduction"), "Reconduits");
  await userEvent.type(modal.getByLabelText("Prochaine échéance à partir du"), "05-12-2026");
  await userEvent.type(modal.getByLabelText("Prochaine échéance jusqu'au"), "04-12-2026");
  await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
  expect(await modal.findByText("La date de fin ne peut précéder la date de début")).toBeVisible();
  await userEvent.clear(modal.getByLabelText("Prochaine échéance jusqu'au"));
  await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
  await waitFor(() =>
    expect(requests.at(-1)?.search).toBe(
      "?etat=impaye&reconduction=oui&dateNextFrom=2026-12-05&filterTests=1&exploitant=1&page=1",
    ),
  );
  const chip = /^Retirer le filtre État\s: Impayé$/;
  await userEvent.click(await screen.findByRole("button", { name: chip }));
  expect(app.router.state.location.searchStr).toBe("?reconduction=oui&echeanceDu=2026-12-05");
});

it("distinguishes no match from an empty list, and shows a loading error until a retry succeeds", async () => {
  signedIn();
  server.use(
    http.get("/api/admin/abonnements", () =>
      HttpResponse.json(problem(500, "Erreur", "Une erreur est survenue."), { status: 500 }),
    ),
  );
  renderApp(`${PATH}?recherche=royer`);
  const main = within(await screen.findByRole("main"));
  expect(await main.findByRole("alert")).toHaveTextContent("Une erreur est survenue.");
  answerList([]);
  await userEvent.click(screen.getByRole("button", { name: "Réessayer" }));
  const widen = await screen.findByRole("button", { name: "Effacer la recherche et les filtres" });
  await userEvent.click(widen);
  expect(await screen.findByText("Aucun abonnement n'est présent.")).toBeVisible();
});

it("exports the filtered list", async () => {
  signedIn();
  answerList();
  const requests: unknown[] = [];
  server.use(
    http.post("/api/admin/abonnements/exportation/exploitant/1/format/csv", async ({ request }) => {
      requests.push(await request.json());
      return new HttpResponse("Nom\r\nJacquet\r\n");
    }),
  );
  URL.createObjectURL = () => "blob:export";
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  renderApp(`${PATH}?etat=impaye`);
  await screen.findByText("1 résultat");
  await userEvent.click(screen.getByRole("button", { name: "Exporter les abonnements" }));
  expect(await screen.findByText(/^L'export est terminé\s: 1 abonnement\.$/)).toBeVisible();
  expect(requests).toEqual([{ filters: { etat: ["impaye"], filterTests: 1 } }]);
});
