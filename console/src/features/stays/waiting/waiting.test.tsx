import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Wait } from "@/entities/waiting/api";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { account, problem, tariff } from "@/test/data";

withTestServer();

const PATH = "/liste-attente";

const wait = (id: number, changes: Partial<Wait> = {}): Wait => ({
  id,
  idUtilisateur: 41,
  tarif: { id: 3, nom: "Abri mensuel" },
  etat: "en_attente",
  rang: id,
  depuis: "2026-11-02T15:00:00+01:00",
  stations: [
    { id: 5, nom: "Gare centrale" },
    { id: 6, nom: "Halle" },
  ],
  offre: null,
  reponseAvant: null,
  fin: null,
  utilisateur: {
    id: 41,
    nom: "Jacquet",
    prenom: "Pauline",
    email: "pauline@exemple.test",
    telephone: "",
  },
  ...changes,
});

function answerList(items = [wait(1)]): URL[] {
  const requests: URL[] = [];
  server.use(
    http.get("/api/admin/exploitant/1/attentes", ({ request }) => {
      requests.push(new URL(request.url));
      return HttpResponse.json({ items, total: items.length });
    }),
    http.get("/api/admin/station/exploitant/1", () => HttpResponse.json([])),
  );
  return requests;
}

const cells = async (name: RegExp) =>
  [...(await screen.findByRole("row", { name })).querySelectorAll("th, td")]
    .slice(1)
    .map(({ textContent }) => textContent?.replace(/[\u00A0\u202F\u2060]/g, " "));

it("shows who waits for what, since when, and what is offered to them", async () => {
  signedIn();
  const requests = answerList([
    wait(1, {
      etat: "offre",
      offre: {
        station: { id: 5, nom: "Gare centrale" },
        casier: { id: 51, nom: "A1" },
        jusquAu: "2026-11-28T15:00:00+01:00",
      },
    }),
    wait(2, {
      etat: "sans_reponse",
      reponseAvant: "2026-12-20T15:00:00+01:00",
      utilisateur: { ...wait(2).utilisateur, nom: "Royer", prenom: "" },
    }),
  ]);
  renderApp(PATH);
  expect((await cells(/Jacquet/)).slice(0, 6)).toEqual([
    "Abri mensuel",
    "1",
    "Jacquet Pauline",
    "Gare centrale, Halle",
    "02/11/2026",
    "Place offerte",
  ]);
  expect((await cells(/Jacquet/))[6]).toMatch(/^Gare centrale, casier A1, jusqu'au 28\/11\/2026/);
  expect((await cells(/Royer/)).slice(5, 7)).toEqual([
    "Sans réponse",
    "Réponse attendue avant le 20/12/2026",
  ]);
  expect(requests[0]?.searchParams.get("page")).toBe("1");
});

it("filters by state, and says so", async () => {
  signedIn();
  const requests = answerList();
  renderApp(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Filtrer" }));
  const modal = within(await screen.findByRole("dialog", { name: "Filtres liste d'attente" }));
  await userEvent.click(modal.getByLabelText("Sans réponse"));
  await userEvent.click(modal.getByRole("button", { name: "Filtrer" }));
  await waitFor(() =>
    expect(requests.at(-1)?.searchParams.getAll("etat")).toEqual(["sans_reponse"]),
  );
  expect(
    await screen.findByRole("button", { name: /^Retirer le filtre État\s: Sans réponse$/ }),
  ).toBeVisible();
});

it("moves somebody, with a comment, and takes them off", async () => {
  signedIn();
  answerList();
  const sent: unknown[] = [];
  server.use(
    http.patch("/api/admin/attente/1/rang", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(wait(1, { rang: 4 }));
    }),
    http.delete("/api/admin/attente/1", () => {
      sent.push("removed");
      return HttpResponse.json(wait(1, { etat: "termine", rang: null }));
    }),
  );
  renderApp(`${PATH}?ligne=1`);
  await userEvent.click(await screen.findByRole("button", { name: "Changer le rang" }));
  const modal = within(await screen.findByRole("dialog", { name: "Changer le rang" }));
  await userEvent.clear(modal.getByLabelText(/^Rang/));
  await userEvent.type(modal.getByLabelText(/^Rang/), "4");
  await userEvent.click(modal.getByRole("button", { name: "Changer le rang" }));
  expect(await modal.findByText("Le commentaire est obligatoire.")).toBeVisible();
  await userEvent.type(modal.getByLabelText(/^Commentaire/), "Mobilité réduite");
  await userEvent.click(modal.getByRole("button", { name: "Changer le rang" }));
  expect(await screen.findByText(/^Le rang est maintenant le 4\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retirer" }));
  const question = within(
    await screen.findByRole("dialog", { name: "Retirer de la liste d'attente" }),
  );
  await userEvent.click(question.getByRole("button", { name: "Retirer" }));
  await waitFor(() =>
    expect(sent).toEqual([{ rang: 4, commentaire: "Mobilité réduite" }, "removed"]),
  );
});

it("adds somebody, and shows why the server refuses", async () => {
  signedIn();
  answerList([]);
  const sent: unknown[] = [];
  server.use(
    http.get("/api/admin/tarif/tarif-pour-exploitant", () =>
      HttpResponse.json([tariff({ id: 3, libelle: "Abri mensuel", abonnement: true })]),
    ),
    http.get("/api/admin/utilisateurs", () =>
      HttpResponse.json({ items: [account({ id: 41 })], total: 1 }),
    ),
    http.post("/api/admin/exploitant/1/attentes", async ({ request }) => {
      sent.push(await request.json());
      return sent.length === 1
        ? HttpResponse.json(problem(409, "Conflit", "Cet utilisateur a déjà cet abonnement."), {
            status: 409,
          })
        : HttpResponse.json(wait(1), { status: 201 });
    }),
  );
  renderApp(PATH);
  await userEvent.click(await screen.findByRole("button", { name: "Inscrire un usager" }));
  const modal = within(
    await screen.findByRole("dialog", { name: "Inscrire sur une liste d'attente" }),
  );
  await userEvent.click(modal.getByRole("button", { name: "Inscrire" }));
  expect(await modal.findByText("Veuillez choisir un usager")).toBeVisible();
  await userEvent.type(modal.getByRole("combobox", { name: /^Usager/ }), "jac");
  await userEvent.click(await screen.findByRole("option", { name: /Jacquet/, hidden: true }));
  await userEvent.selectOptions(modal.getByLabelText(/^Abonnement/), "Abri mensuel");
  await userEvent.click(modal.getByRole("button", { name: "Inscrire" }));
  expect(await modal.findByText("Cet utilisateur a déjà cet abonnement.")).toBeVisible();
  await userEvent.click(modal.getByRole("button", { name: "Inscrire" }));
  expect(await screen.findByText("Inscription au rang 1.")).toBeVisible();
  expect(sent.at(-1)).toEqual({ idUtilisateur: 41, idTarif: 3, idStations: [] });
});

it("offers neither acts nor inscriptions to who may only read", async () => {
  signedIn({ rights: ["DROIT_EVENEMENTS_LECTURE"] });
  answerList();
  renderApp(`${PATH}?ligne=1`);
  expect(await screen.findByRole("region", { name: "Attente" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retirer" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Inscrire un usager" })).toBeNull();
});
