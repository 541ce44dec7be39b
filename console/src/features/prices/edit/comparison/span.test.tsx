import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Repricing } from "@/features/prices/repricing/api";
import { server, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import { accept, openTariffPage, press, recordWrite, retype, violation } from "@/test/tariffPage";

withTestServer();

const ASK = "/api/admin/tarif/1/rejeu";
const FOUND = "/api/admin/rejeu/9";
const STOP = "/api/admin/rejeu/9/arreter";

const amount = /^Montant \*|^Montant$/;
const COMPARE = "Comparer sur cette période";

const gap = (id: number) => ({
  idOccupation: id,
  station: "Gare centrale",
  casier: `A${id}`,
  debutOccupation: "2026-10-10T10:33:00+02:00",
  finOccupation: "2026-10-10T12:53:00+02:00",
  duree: 140,
  montantActuel: 150,
  montantNouveau: 240,
  ecart: 90,
  aRembourser: 0,
});

const repricing = (changes: Partial<Repricing> = {}): Repricing => ({
  id: 9,
  idTarif: 1,
  libelleTarif: "Casier à l'heure",
  comparaison: true,
  du: "2026-10-01",
  au: "2026-10-31",
  valeurs: { abonnement: false, typeTarif: "heure", montant: 80, franchise: false },
  statut: "termine",
  progression: 100,
  demandeLe: "2026-11-23T20:00:00+01:00",
  termineLe: "2026-11-23T20:01:00+01:00",
  utilisations: { nombre: 1204, somme: 300000 },
  totalNouveau: 310000,
  tropPercus: { nombre: 40, somme: 2000 },
  insuffisants: { nombre: 200, somme: 12000 },
  identiques: { nombre: 964, somme: 200000 },
  autresNatures: { nombre: 0, somme: 0 },
  aRembourser: { nombre: 0, somme: 0 },
  plusGrandsEcarts: [1, 2, 3, 4, 5, 6].map(gap),
  ...changes,
});

const serve = (found: Repricing) => server.use(http.get(FOUND, () => HttpResponse.json(found)));
const running = repricing({
  statut: "en_cours",
  progression: 42,
  utilisations: { nombre: 500, somme: 1 },
});

/** Serves the stop of comparison 9, and counts its calls. */
function recordStops() {
  const stops: string[] = [];
  server.use(
    http.patch(STOP, () => {
      const stopped = repricing({ statut: "arrete", progression: 42 });
      serve(stopped);
      stops.push(STOP);
      return HttpResponse.json(stopped);
    }),
  );
  return stops;
}

/** Opens the tariff, types another amount and two days; the last stays are compared by themselves meanwhile. */
async function choose(from = "01-10-2026", to = "31-10-2026") {
  server.use(
    http.post("/api/admin/tarif/1/comparaison", () =>
      HttpResponse.json({
        utilisations: 3,
        totalActuel: 0,
        totalNouveau: 0,
        plusGrandsEcarts: [],
      }),
    ),
  );
  const app = openTariffPage();
  await retype(amount, "0,80");
  await userEvent.click(await screen.findByRole("radio", { name: "Une période" }));
  await retype(/^Utilisations commencées du/, from);
  await retype(/^Au, compris/, to);
  const panel = screen.getByRole("region", { name: "Comparer avant d'enregistrer" });
  return { app, panel };
}

/** Chooses a period whose comparison runs. */
async function compare() {
  serve(running);
  const calls = recordWrite("post", ASK, { id: 9 });
  const page = await choose();
  await press(COMPARE);
  await screen.findByRole("region", { name: "Avancement de la comparaison" });
  return { ...page, calls };
}

it("compares the stays of a period in the background, and then tells what they would have cost", async () => {
  const { panel, calls } = await compare();
  expect(calls.map(({ body }) => body)).toEqual([
    {
      du: "2026-10-01",
      au: "2026-10-31",
      comparaison: true,
      tarif: { abonnement: false, typeTarif: "heure", montant: 80, franchise: false },
    },
  ]);
  expect(within(panel).getByText(/^42\s% · 500\sutilisations$/)).toBeVisible();
  serve(repricing());
  expect(
    await within(panel).findByText(
      /^1\s204\sutilisations, du 01\/10\/2026 au 31\/10\/2026$/,
      {},
      { timeout: 4000 },
    ),
  ).toBeVisible();
  expect(panel).toHaveTextContent(/Total actuel3.000,00.€/);
  expect(panel).toHaveTextContent(/Avec ces valeurs3.100,00.€/);
  expect(panel).toHaveTextContent(/Différence\+100,00.€ \(\+3,3.%\)/);
  const groups = within(panel).getByRole("table", { name: /^Nombre d'utilisations/ });
  expect(
    within(groups)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent?.replace(/\s/g, " ")),
  ).toEqual([
    "Plus chèresElles auraient coûté plus avec ces valeurs.200+120,00 €",
    "Moins chèresElles auraient coûté moins avec ces valeurs.40−20,00 €",
    "InchangéesLeur prix aurait été le même ; la somme est ce qu'elles ont coûté.9642 000,00 €",
  ]);
  // As many as of the last stays.
  const gaps = within(panel).getByRole("table", { name: "Les plus grands écarts" });
  expect(within(gaps).getAllByRole("row")).toHaveLength(1 + 5);
  expect(screen.queryByRole("button", { name: /^Rembourser/ })).toBeNull();
});

it("is asked for by « Entrée », which does not save the tariff", async () => {
  serve(repricing());
  const calls = recordWrite("post", ASK, { id: 9 });
  const { app, panel } = await choose();
  await userEvent.type(screen.getByLabelText(/^Au, compris/), "{Enter}");
  expect(await within(panel).findByText(/^1\s204\sutilisations/)).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(app.path()).toBe("/gestion-tarifs/1/details");
});

it("says what is wrong with the days, here and from the server", async () => {
  await choose("31-10-2026", "01-10-2026");
  await press(COMPARE);
  expect(await screen.findByText("La fin de la période ne peut précéder son début")).toBeVisible();
  await retype(/^Au, compris/, "");
  await press(COMPARE);
  expect(await screen.findByText("Veuillez renseigner la date")).toBeVisible();
  server.use(http.post(ASK, () => violation("du", "Les utilisations à venir n'ont pas de prix.")));
  await retype(/^Au, compris/, "30-11-2026");
  await press(COMPARE);
  expect(await screen.findByText("Les utilisations à venir n'ont pas de prix.")).toBeVisible();
});

it("is stopped by a button", async () => {
  const stops = recordStops();
  await compare();
  await press("Arrêter la comparaison");
  expect(await screen.findByText("La comparaison a été arrêtée.")).toBeVisible();
  expect(stops).toHaveLength(1);
});

it.each([
  ["another value", () => retype(amount, "0,90")],
  ["a value that is not complete", () => retype(amount, "0,")],
  [
    "the other choice",
    () => userEvent.click(screen.getByRole("radio", { name: "Les 100 dernières utilisations" })),
  ],
])("stops for %s, which takes its result away", async (_, act) => {
  const stops = recordStops();
  await compare();
  await act();
  await waitFor(() => expect(stops).toHaveLength(1));
  expect(screen.queryByRole("region", { name: "Avancement de la comparaison" })).toBeNull();
});

it("keeps the days while the values change, and compares those of now", async () => {
  recordStops();
  const { calls } = await compare();
  await retype(amount, "0,90");
  expect(screen.getByLabelText(/^Utilisations commencées du/)).toHaveValue("01-10-2026");
  await press(COMPARE);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toMatchObject({ tarif: { montant: 90 } });
});

it("stops when the page is left", async () => {
  const stops = recordStops();
  const { app } = await compare();
  await userEvent.click(screen.getByRole("link", { name: /^Retour à la liste/ }));
  await accept("Annulation", "Voulez-vous vraiment annuler les modifications en cours ?");
  await waitFor(() => expect(app.path()).toBe("/gestion-tarifs"));
  await waitFor(() => expect(stops).toHaveLength(1));
});

it("stops one whose answer comes after the values have changed", async () => {
  const stops = recordStops();
  serve(running);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post(ASK, async () => {
      await answered;
      return HttpResponse.json({ id: 9 }, { status: 202 });
    }),
  );
  await choose();
  await press(COMPARE);
  await retype(amount, "0,90");
  answer();
  await waitFor(() => expect(stops).toHaveLength(1));
  expect(screen.queryByRole("region", { name: "Avancement de la comparaison" })).toBeNull();
});

it("does not stop one that has ended", async () => {
  const stops = recordStops();
  serve(repricing());
  recordWrite("post", ASK, { id: 9 });
  const { panel } = await choose();
  await press(COMPARE);
  await within(panel).findByText("Total actuel");
  await retype(amount, "0,");
  await within(panel).findByText(/dès que les valeurs saisies/);
  // A call that was made is answered before one that is made after it.
  await fetch("/healthz");
  expect(stops).toEqual([]);
});

it.each([
  [
    repricing({
      utilisations: { nombre: 0, somme: 0 },
      totalNouveau: 0,
      plusGrandsEcarts: [],
    }),
    "Aucune utilisation terminée n'a commencé dans cette période avec ce tarif : il n'y a rien à comparer.",
  ],
  [
    repricing({ statut: "echec", progression: 42 }),
    "La comparaison a échoué avant sa fin. Vous pouvez la demander de nouveau.",
  ],
])("says so when there is no result", async (found, sentence) => {
  serve(found);
  recordWrite("post", ASK, { id: 9 });
  await choose();
  await press(COMPARE);
  expect(await screen.findByText(sentence)).toBeVisible();
});

it("says why it cannot be read, and reads it on a retry", async () => {
  server.use(
    http.get(FOUND, () =>
      HttpResponse.json(problem(500, "Internal Server Error", "Une panne."), { status: 500 }),
    ),
  );
  recordWrite("post", ASK, { id: 9 });
  const { panel } = await choose();
  await press(COMPARE);
  expect(await within(panel).findByText("Une panne.")).toBeVisible();
  serve(repricing());
  await press("Réessayer");
  expect(await within(panel).findByText("Total actuel")).toBeVisible();
});
