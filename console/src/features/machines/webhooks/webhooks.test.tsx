import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { problem } from "@/test/data";
import type { Delivery, DeliveryDetails, Webhook } from "./api";

withTestServer();
beforeEach(() => signedIn());

const OPERATOR = "/gestion-exploitants/3/details";
const PAGE = "/gestion-exploitants/3/notifications-sortantes/7/details";

const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 7,
  libelle: "Application mobile",
  adresse: "https://app.grandval.test/evenements",
  evenements: ["stay.started", "stay.ended"],
  actif: true,
  suspension: null,
  creation: "2026-11-20T09:00:00+01:00",
  debutSecret: "whsec_ab",
  secretPrecedentJusqua: null,
  derniereLivraison: null,
  enAttente: 0,
  enEchec: 0,
  ...changes,
});

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: 40,
  idEvenement: "evt_40",
  evenement: "stay.started",
  objet: { genre: "utilisation", id: 812 },
  creation: "2026-11-22T10:00:05+01:00",
  etat: "livree",
  essai: false,
  tentatives: 1,
  derniereTentative: "2026-11-22T10:00:06+01:00",
  statut: 204,
  duree: 84,
  erreur: null,
  prochaine: null,
  ...changes,
});

const failing = delivery({
  id: 41,
  idEvenement: "evt_41",
  evenement: "payment.settled",
  objet: { genre: "paiement", id: 95 },
  etat: "en_attente",
  tentatives: 2,
  statut: 500,
  duree: 1240,
  erreur: "L'adresse a répondu par une erreur (500).",
  prochaine: "2026-11-22T10:05:11+01:00",
});

const detailsOf = (one: Delivery, contenu: object): DeliveryDetails => ({
  ...one,
  contenu: JSON.stringify(contenu),
  detailTentatives: [
    { instant: one.creation, statut: null, duree: 10_000, erreur: "Délai dépassé.", reponse: null },
    {
      instant: "2026-11-22T10:00:17+01:00",
      statut: one.statut,
      duree: 1240,
      erreur: one.erreur,
      reponse: "oups",
    },
  ],
});

/** The operator has this notification, with these deliveries; returns what is written, and the queries of the log. */
function have(one: Webhook | undefined, deliveries: Delivery[] = []) {
  const written: { method: string; path: string; body: unknown }[] = [];
  const queries: string[] = [];
  const note = async (request: Request) => {
    const text = await request.text();
    const { pathname } = new URL(request.url);
    const body = text ? JSON.parse(text) : undefined;
    written.push({ method: request.method, path: pathname.replace("/api/admin/", ""), body });
    return body;
  };
  server.use(
    http.get("/api/admin/exploitant/3/notifications", () => HttpResponse.json(one ? [one] : [])),
    http.post("/api/admin/exploitant/3/notification", async ({ request }) => {
      await note(request);
      return HttpResponse.json({ id: 7, secret: "whsec_nouveau" }, { status: 201 });
    }),
    http.get("/api/admin/notification/7", () => HttpResponse.json(one ?? webhook())),
    http.put("/api/admin/notification/7", async ({ request }) =>
      HttpResponse.json({ ...webhook(), ...(await note(request)) }),
    ),
    http.delete("/api/admin/notification/7", async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post("/api/admin/notification/7/secret", async ({ request }) => {
      await note(request);
      return HttpResponse.json({ id: 7, secret: "whsec_remplace" });
    }),
    http.post("/api/admin/notification/7/essai", async ({ request }) => {
      await note(request);
      const sent = delivery({ id: 42, evenement: "consigne.test", essai: true });
      deliveries.unshift(sent);
      return HttpResponse.json(sent, { status: 201 });
    }),
    http.get("/api/admin/notification/7/livraisons", ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      queries.push(search);
      const etat = searchParams.get("etat");
      const items = deliveries.filter((row) => etat === null || row.etat === etat);
      return HttpResponse.json({ items, total: items.length });
    }),
    http.get("/api/admin/livraison/:id", ({ params }) => {
      const found = deliveries.find(({ id }) => String(id) === params.id) ?? delivery();
      return HttpResponse.json(
        detailsOf(found, { type: found.evenement, data: { idPaiement: 95, idStation: 2 } }),
      );
    }),
    http.post("/api/admin/livraison/:id/renvoyer", async ({ request }) => {
      await note(request);
      return HttpResponse.json(delivery());
    }),
  );
  return { written, queries };
}

const press = async (name: string | RegExp, place: HTMLElement = document.body) =>
  userEvent.click(await within(place).findByRole("button", { name }));

const confirmIn = async (dialog: string, action = "Confirmer") =>
  press(action, await screen.findByRole("dialog", { name: dialog }));

const region = (name: string) => screen.findByRole("region", { name });

it("adds a notification, shows its secret once and leads to its page", async () => {
  const { written } = have(undefined);
  const { path } = renderApp(OPERATOR);
  const block = await region("Notifications sortantes");
  expect(await within(block).findByText("Rien n'est envoyé à un autre système.")).toBeVisible();
  await press("Ajouter une notification", block);
  await press("Enregistrer", block);
  for (const sentence of [
    "Veuillez renseigner le libellé.",
    "Veuillez renseigner l'adresse.",
    "Choisissez au moins un événement.",
  ])
    expect(await within(block).findByText(sentence)).toBeVisible();
  expect(written).toEqual([]);

  await userEvent.type(within(block).getByRole("textbox", { name: "Libellé" }), "Entrepôt");
  await userEvent.type(within(block).getByRole("textbox", { name: "Adresse" }), "https://e.test/x");
  const ended = within(block).getByRole("checkbox", { name: "Utilisation terminée" });
  expect(ended).toHaveAccessibleDescription(/^Le casier ou la place est rendu/);
  await userEvent.click(ended);
  await press("Enregistrer", block);
  await confirmIn("Création");
  const modal = await screen.findByRole("dialog", { name: "Secret de signature" });
  expect(within(modal).getByText("whsec_nouveau")).toBeVisible();
  expect(written).toEqual([
    {
      method: "POST",
      path: "exploitant/3/notification",
      body: {
        libelle: "Entrepôt",
        adresse: "https://e.test/x",
        evenements: ["stay.ended"],
        actif: true,
      },
    },
  ]);
  await press("J'ai conservé le secret", modal);
  await waitFor(() => expect(path()).toBe(PAGE));
  await waitFor(() => expect(screen.queryByText("whsec_nouveau")).toBeNull());
});

it("shows the server's refusal of an address at its field, and keeps what was typed", async () => {
  have(webhook());
  const message = "Cette adresse est celle d'un réseau privé.";
  server.use(
    http.put("/api/admin/notification/7", () =>
      HttpResponse.json(
        {
          ...problem(422, "Unprocessable", message),
          violations: [{ propertyPath: "adresse", message }],
        },
        { status: 422 },
      ),
    ),
  );
  renderApp(PAGE);
  const settings = await region("Réglages");
  await press("Modifier", settings);
  const address = within(settings).getByRole("textbox", { name: "Adresse" });
  await userEvent.clear(address);
  await userEvent.type(address, "https://10.0.0.1/");
  await press("Tout cocher", settings);
  await press("Enregistrer", settings);
  await confirmIn("Modification");
  expect(await within(settings).findByText(message)).toBeVisible();
  expect(address).toHaveValue("https://10.0.0.1/");
  for (const box of within(settings).getAllByRole("checkbox")) expect(box).toBeChecked();

  // The filters of the log leave the form as it is; another page does not.
  await userEvent.selectOptions(screen.getByLabelText("État"), "abandonnee");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(address).toHaveValue("https://10.0.0.1/");
  await userEvent.click(screen.getByRole("link", { name: /^Retour à la configuration/ }));
  expect(await screen.findByRole("dialog", { name: "Annulation" })).toBeVisible();
});

it.each([
  ["disparue", /elle n'existe plus \(410\)/],
  ["echecs", /cinq jours d'échecs/],
] as const)("says why it is suspended (%s), and reactivates it", async (motif, words) => {
  const suspended = webhook({
    suspension: { motif, depuis: "2026-11-21T08:00:00+01:00" },
    enAttente: 12,
    enEchec: 3,
  });
  const { written } = have(suspended, [failing]);
  renderApp(PAGE);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText("Suspendue")).toBeVisible();
  expect(await screen.findByText("12, dont 3 en échec")).toBeVisible();
  expect(await screen.findByRole("row", { name: /Paiement encaissé/ })).toHaveTextContent(
    "À la réactivation",
  );
  await press("Réactiver");
  await confirmIn("Réactiver", "Réactiver");
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  const { libelle, adresse, evenements } = suspended;
  expect(written).toEqual([
    {
      method: "PUT",
      path: "notification/7",
      body: { libelle, adresse, evenements, actif: true },
    },
  ]);
});

it("replaces the secret after a question, and shows the new one once", async () => {
  const { written } = have(webhook({ secretPrecedentJusqua: "2026-11-23T10:00:00+01:00" }));
  renderApp(PAGE);
  const block = await region("Secret et signature");
  expect(block).toHaveTextContent("whsec_ab…");
  expect(block).toHaveTextContent("signe encore jusqu'au 23/11/2026");
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
    expect(block).toHaveTextContent(name);
  await press("Remplacer le secret", block);
  const question = await screen.findByRole("dialog", { name: "Remplacer le secret" });
  expect(question).toHaveTextContent("24 heures");
  expect(question).toHaveTextContent("Le secret précédent cesse aussitôt de signer.");
  await press("Remplacer", question);
  const modal = await screen.findByRole("dialog", { name: "Secret de signature" });
  expect(within(modal).getByText("whsec_remplace")).toBeVisible();
  await press("J'ai conservé le secret", modal);
  await waitFor(() => expect(screen.queryByText("whsec_remplace")).toBeNull());
  expect(within(block).getByRole("button", { name: "Remplacer le secret" })).toHaveFocus();
  expect(written).toMatchObject([{ method: "POST", path: "notification/7/secret" }]);
});

it("sends a test, and opens its row whatever was filtered", async () => {
  const { written } = have(webhook(), [failing]);
  const { router } = renderApp(`${PAGE}?etat=abandonnee`);
  expect(await screen.findByText("Aucune livraison ne correspond à vos filtres.")).toBeVisible();
  await press("Envoyer un essai");
  await waitFor(() => expect(router.state.location.href).toBe(`${PAGE}?ligne=42`));
  expect((await screen.findAllByRole("row", { name: /Essai/ }))[0]).toHaveTextContent(
    "204 en 84 ms",
  );
  expect(await screen.findByText("Contenu envoyé")).toBeVisible();
  expect(written).toMatchObject([{ method: "POST", path: "notification/7/essai" }]);
});

it("lists deliveries, filters them in the address and opens what was sent", async () => {
  const { queries, written } = have(webhook(), [failing, delivery()]);
  const { router } = renderApp(PAGE);
  const waitingRow = await screen.findByRole("row", { name: /Paiement encaissé/ });
  for (const words of ["En attente", "500 en 1,24 s", "Dès que possible"])
    expect(waitingRow).toHaveTextContent(words);
  expect(within(waitingRow).getByRole("link", { name: /^Paiement.n°.95$/ })).toHaveAttribute(
    "href",
    "/liste-paiements?paiement=95",
  );
  const row = screen.getByRole("row", { name: /Utilisation commencée/ });
  for (const words of ["22/11/2026 - 10h00 (5 s)", "Livrée", "204 en 84 ms"])
    expect(row).toHaveTextContent(words);

  await userEvent.selectOptions(screen.getByLabelText("État"), "en_attente");
  await waitFor(() =>
    expect(screen.queryByRole("row", { name: /Utilisation commencée/ })).toBeNull(),
  );
  expect(router.state.location.href).toBe(`${PAGE}?etat=en_attente`);
  expect(queries.at(-1)).toContain("etat=en_attente");

  await press(/^Détails de la livraison/);
  const sent = await region("Contenu envoyé");
  expect(sent).toHaveTextContent('"idPaiement": 95');
  const attempts = await region("Tentatives");
  const [first, second] = within(attempts).getAllByRole("listitem");
  expect(first).toHaveTextContent("Aucune réponse");
  expect(first).toHaveTextContent("Délai dépassé.");
  expect(second).toHaveTextContent("Réponse 500");
  expect(second).toHaveTextContent("oups");
  expect(screen.getByRole("link", { name: "Voir la station" })).toHaveAttribute(
    "href",
    "/tb-stations/2/details",
  );
  await press("Renvoyer");
  await confirmIn("Renvoyer", "Renvoyer");
  await waitFor(() =>
    expect(written).toMatchObject([{ method: "POST", path: "livraison/41/renvoyer" }]),
  );
});

it("deletes the notification with its log, and goes back to the operator", async () => {
  const { written } = have(webhook());
  const { path } = renderApp(PAGE);
  await press("Supprimer");
  const modal = await screen.findByRole("dialog", { name: "Suppression" });
  expect(modal).toHaveTextContent("Le journal de ses livraisons est supprimé avec elle.");
  await press("Confirmer", modal);
  await waitFor(() => expect(path()).toBe(OPERATOR));
  expect(written).toMatchObject([{ method: "DELETE", path: "notification/7" }]);
});

it("says that a notification does not exist, and that its log cannot be loaded", async () => {
  have(webhook());
  server.use(
    http.get("/api/admin/notification/7/livraisons", () =>
      HttpResponse.json(problem(500, "Internal", "Une erreur serveur est survenue."), {
        status: 500,
      }),
    ),
  );
  const { router } = renderApp(PAGE);
  const log = await region("Journal des livraisons");
  expect(await within(log).findByRole("button", { name: "Réessayer" })).toBeVisible();
  server.use(
    http.get("/api/admin/notification/8", () =>
      HttpResponse.json(problem(404, "Not found", "Ressource introuvable."), { status: 404 }),
    ),
  );
  await router.navigate({
    to: "/gestion-exploitants/$id/notifications-sortantes/$idNotification/details",
    params: { id: "3", idNotification: "8" },
  });
  expect(
    await screen.findByText("Cette notification n'existe pas ou n'existe plus."),
  ).toBeVisible();
});
