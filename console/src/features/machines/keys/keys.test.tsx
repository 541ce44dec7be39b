import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { RIGHTS_OF_ROLE } from "@/api/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { key } from "@/test/data";

withTestServer();

const PAGE = "/gestion-exploitants/3/details";

function answerKeys(keys: (typeof key)[]) {
  server.use(http.get("/api/admin/exploitant/3/cles", () => HttpResponse.json(keys)));
}

it("a key is created with a label and shown once", async () => {
  signedIn();
  answerKeys([]);
  let sent: unknown;
  server.use(
    http.post("/api/admin/exploitant/3/cle", async ({ request }) => {
      sent = await request.json();
      answerKeys([key]);
      return HttpResponse.json({ id: 4, cle: "ck_EC2SS2G5" }, { status: 201 });
    }),
  );
  renderApp(PAGE);
  const create = await screen.findByRole("button", { name: "Créer une clé" });
  expect(screen.getByRole("link", { name: "Documentation de l'API" })).toHaveAttribute(
    "href",
    "/api/docs",
  );
  await userEvent.click(create);
  expect(await screen.findByText("Veuillez renseigner le libellé de la clé.")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: /Libellé/ }), "Application mobile");
  await userEvent.click(create);
  const modal = await screen.findByRole("dialog", { name: "Nouvelle clé" });
  expect(sent).toEqual({ libelle: "Application mobile" });
  expect(within(modal).getByText("ck_EC2SS2G5")).toBeVisible();
  expect(within(modal).getByRole("button", { name: "Copier la clé" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(modal).toBeVisible();
  await userEvent.click(within(modal).getByRole("button", { name: "J'ai conservé la clé" }));
  await waitFor(() => expect(screen.queryByText("ck_EC2SS2G5")).toBeNull());
  expect(await screen.findByRole("row", { name: /Application mobile/ })).toHaveTextContent(
    "Jamais",
  );
});

it("a key is revoked after a confirmation", async () => {
  signedIn();
  answerKeys([key]);
  server.use(
    http.delete("/api/admin/cle/4", () => {
      answerKeys([]);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  renderApp(PAGE);
  await userEvent.click(await screen.findByRole("button", { name: "Révoquer Application mobile" }));
  const modal = await screen.findByRole("dialog", { name: "Suppression" });
  expect(modal).toHaveTextContent("Voulez-vous vraiment supprimer la clé Application mobile ?");
  await userEvent.click(within(modal).getByRole("button", { name: "Confirmer" }));
  expect(await screen.findByText("Cet exploitant n'a pas encore de clé.")).toBeVisible();
});

it("keys are shown only to administrators", async () => {
  signedIn({ rights: ["DROIT_EXPLOITANTS_LECTURE"] });
  renderApp(PAGE);
  await screen.findByText(/^Accès refusé/);
  expect(screen.queryByRole("region", { name: "Clés d'accès" })).toBeNull();
});

it("a key gets rights, an end and a limit, and is changed", async () => {
  signedIn();
  answerKeys([]);
  let sent: unknown;
  server.use(
    http.post("/api/admin/exploitant/3/cle", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ id: 4, cle: "ck_EC2SS2G5" }, { status: 201 });
    }),
  );
  renderApp(PAGE);
  const further = await screen.findByRole("button", { name: "Droits, expiration et limite" });
  expect(further).toHaveAttribute("aria-expanded", "false");
  await userEvent.type(screen.getByRole("textbox", { name: /Libellé/ }), "Tableau de bord");
  await userEvent.click(further);
  await userEvent.click(screen.getByRole("checkbox", { name: "Interface de terrain" }));
  await userEvent.click(screen.getByRole("button", { name: "Tous les droits d'un gestionnaire" }));
  expect(screen.getAllByRole("checkbox", { checked: true })).toHaveLength(15);
  await userEvent.click(screen.getByRole("button", { name: "Aucun droit" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Lire les stations" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Expiration" }), "31-12-2027");
  await userEvent.type(screen.getByRole("textbox", { name: /^Limite/ }), "100001");
  await userEvent.click(screen.getByRole("button", { name: "Créer une clé" }));
  expect(await screen.findByText(/Indiquez de 1 à 100.000 appels par minute/)).toBeVisible();
  await userEvent.clear(screen.getByRole("textbox", { name: /^Limite/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Limite/ }), "600");
  await userEvent.click(screen.getByRole("button", { name: "Créer une clé" }));
  await screen.findByRole("dialog", { name: "Nouvelle clé" });
  expect(sent).toEqual({
    libelle: "Tableau de bord",
    droits: ["DROIT_STATIONS_LECTURE"],
    terrain: false,
    expiration: "2027-12-31T22:59:00.000Z",
    limite: 600,
  });
});

it("a list says what keys may do and when they end, and a key is changed", async () => {
  signedIn();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const keys = [
    { ...key, id: 5, libelle: "Passée", expiration: day(-1) },
    { ...key, id: 6, libelle: "Bientôt", expiration: day(20), limite: 20, terrain: false },
    { ...key, id: 7, libelle: "Complète", expiration: day(90) },
  ];
  const [, soon, full] = keys;
  if (soon) soon.droits = ["DROIT_STATIONS_LECTURE", "DROIT_CASIERS_LECTURE"];
  if (full) full.droits = [...RIGHTS_OF_ROLE.Gestionnaire, "DROIT_EXPLOITANTS_ECRITURE"];
  answerKeys(keys);
  let sent: unknown;
  server.use(
    http.put("/api/admin/cle/6", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(soon);
    }),
  );
  renderApp(PAGE);
  expect(await screen.findByRole("row", { name: /Passée/ })).toHaveTextContent(/Terrain.*Expirée/);
  expect(screen.getByRole("row", { name: /Bientôt/ })).toHaveTextContent(
    /2 droits.*20\sappels\/min.*Expire le /,
  );
  expect(screen.getByRole("row", { name: /Complète/ })).toHaveTextContent(
    /Terrain, Gestionnaire, 1 droit de plus/,
  );
  await userEvent.click(screen.getByRole("button", { name: "Modifier Bientôt" }));
  const modal = await screen.findByRole("dialog", { name: /Modifier la clé/ });
  await userEvent.click(within(modal).getByRole("checkbox", { name: "Lire les casiers" }));
  await userEvent.click(within(modal).getByRole("button", { name: "Enregistrer" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Modifier/ })).toBeNull());
  expect(sent).toEqual({
    libelle: "Bientôt",
    droits: ["DROIT_STATIONS_LECTURE"],
    terrain: false,
    expiration: soon?.expiration,
    limite: 20,
  });
});

it("a key is replaced, and its former secret said to be good for a while", async () => {
  signedIn();
  answerKeys([{ ...key, remplacement: { jusqua: "2026-11-26T10:00:00Z" } }]);
  server.use(
    http.post("/api/admin/cle/4/remplacer", () => HttpResponse.json({ id: 4, cle: "ck_NOUVELLE" })),
  );
  renderApp(PAGE);
  expect(await screen.findByRole("row", { name: /Application mobile/ })).toHaveTextContent(
    /L'ancienne vaut jusqu'au 26\/11\/2026/,
  );
  await userEvent.click(screen.getByRole("button", { name: "Remplacer Application mobile" }));
  const question = await screen.findByRole("dialog", { name: "Remplacement" });
  expect(question).toHaveTextContent("Celle du remplacement précédent cesse aussitôt de valoir.");
  await userEvent.click(within(question).getByRole("button", { name: "Confirmer" }));
  const modal = await screen.findByRole("dialog", { name: "Nouvelle clé" });
  expect(within(modal).getByText("ck_NOUVELLE")).toBeVisible();
  expect(modal).toHaveTextContent(/L'ancienne clé vaut encore jusqu'au/);
});
