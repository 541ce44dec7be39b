import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Right } from "@/api/rights";
import type { components } from "@/api/schema";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { ALL_RIGHTS, emptyWorklist, payment, problem } from "@/test/data";

vi.mock("@/session/reload", () => ({ reloadPage: () => undefined }));

withTestServer();

type Worklist = components["schemas"]["Worklist"];

const place = {
  station: { id: 5, nom: "Gare centrale" },
  casier: { id: 31, nom: "A12", complement: "", type: { id: 2, nom: "Vélo", cle: "velo" } },
};
const space = {
  station: { id: 6, nom: "Hôtel de ville" },
  casier: {
    id: 77,
    nom: "Abri",
    complement: "",
    type: { id: 4, nom: "Collectif", cle: "collectif" },
  },
};
const pauline = { id: 41, nom: "Pauline Jacquet" };

const stay = (hours: number) => ({
  idOccupation: 70 + hours,
  debutOccupation: "2026-11-20T14:28:00+01:00",
  limite: new Date(Date.now() - hours * 3_600_000).toISOString(),
  utilisateur: pauline,
});

/** What lines of every kind hold. */
const waiting = { depuis: "2026-11-02T08:00:00+01:00", suivi: {} };

/** What a failed payment allows. */
const PAYABLE = {
  actions: ["manual" as const, "generer-ordre" as const, "annuler" as const],
  ordreAPartirDu: "2026-11-04T08:00:00+01:00",
};

const full: Worklist = {
  total: 48,
  reportes: 0,
  paiements: {
    total: 43,
    reportes: 0,
    retenus: 43,
    items: [
      {
        ...waiting,
        ...place,
        id: 9,
        montant: 445,
        ...PAYABLE,
        paiementStatut: "PERMANENT_ERROR",
        datePresentation: "2026-11-02T08:00:00+01:00",
        utilisateur: pauline,
        abonnement: "",
      },
      {
        ...waiting,
        id: 10,
        montant: 1500,
        ...PAYABLE,
        paiementStatut: "INVALID_PAYMENT",
        datePresentation: "2026-11-03T08:00:00+01:00",
        utilisateur: pauline,
        abonnement: "Abonnement vélo",
      },
    ],
  },
  depassements: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [{ ...waiting, ...place, ...stay(2) }],
  },
  enlevements: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [{ ...waiting, ...space, ...stay(50) }],
  },
  espaces: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [{ ...waiting, ...space, nbMaxSpaces: 40, nombreOccupees: 40 }],
  },
  muettes: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [
      {
        suivi: {},
        station: { id: 8, nom: "Parvis nord" },
        depuis: new Date(2026, 10, 2, 23, 4).toISOString(),
      },
    ],
  },
  offres: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [{ ...waiting, idAttente: 12, utilisateur: pauline, abonnement: "Abri mensuel" }],
  },
  cartes: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [
      {
        ...waiting,
        utilisateur: pauline,
        pan: "**** 4242",
        expirationDate: "01/20",
        prochainPaiement: "2026-12-02T08:00:00+01:00",
      },
    ],
  },
  abonnements: emptyWorklist.abonnements,
  interventions: emptyWorklist.interventions,
  clotures: {
    total: 1,
    reportes: 0,
    retenus: 1,
    items: [
      {
        suivi: {},
        depuis: new Date(2026, 10, 2, 9, 4).toISOString(),
        idExploitant: 7,
        mois: "2026-10",
        motif: "les totaux ne suivent pas le registre («\u00a0Facturé\u00a0»)",
      },
    ],
  },
};

const answerWorklist = (worklist: Worklist) =>
  server.use(http.get("/api/admin/exploitant/:id/a-traiter", () => HttpResponse.json(worklist)));

const plain = (text: string | null) => (text ?? "").replace(/[\u00a0\u202f]/g, " ");
const main = () => within(screen.getByRole("main"));
const MANAGER = ALL_RIGHTS.filter((right) => right !== "DROIT_EXPLOITANTS_ECRITURE");

async function linesOf(title: string) {
  const block = await screen.findByRole("region", { name: title });
  return within(block)
    .getAllByRole("link")
    .map((link) => ({ text: plain(link.textContent), to: link.getAttribute("href") }));
}

describe("the page", () => {
  it("tells of an unpaid subscription whether it gives access, and opens it beside the list", async () => {
    signedIn({ rights: MANAGER });
    const unpaid = { ...waiting, utilisateur: pauline, abonnement: "Vélo", montant: 1500 };
    answerWorklist({
      ...full,
      abonnements: {
        total: 2,
        reportes: 0,
        retenus: 2,
        items: [
          { ...unpaid, id: 5, accesJusquAu: "2099-12-08T00:00:00+01:00" },
          { ...unpaid, id: 6, accesJusquAu: "2026-11-02T08:00:00+01:00" },
        ],
      },
    });
    renderApp("/a-traiter");
    const [open, closed] = await linesOf("Abonnements impayés");
    expect(open?.text).toBe(
      "Pauline JacquetAbonnement « Vélo »Donne accès jusqu'au 08/12/209915,00 €Impayé",
    );
    expect(open?.to).toBe("/a-traiter?ligne=abonnements%3A5");
    expect(closed?.text).toContain("Fermé");
  });

  it("opens payments beside the list, links other items to the page where they are settled, and counts the items", async () => {
    signedIn({ rights: MANAGER });
    answerWorklist(full);
    renderApp("/a-traiter");
    expect(await linesOf("Paiements en échec")).toEqual([
      {
        text: "Pauline JacquetGare centrale, A12Dernière tentative le 02/11/20264,45 €ERREUR PERSISTANTE",
        to: "/a-traiter?ligne=paiements%3A9",
      },
      {
        text: "Pauline JacquetAbonnement « Abonnement vélo »Dernière tentative le 03/11/202615,00 €ERREUR",
        to: "/a-traiter?ligne=paiements%3A10",
      },
      {
        text: "Voir tous les paiements en échec",
        to: "/liste-paiements-exploitant?statut=PERMANENT_ERROR&statut=INVALID_PAYMENT",
      },
    ]);
    expect(await linesOf("Temps dépassés")).toEqual([
      {
        text: "Gare centrale, A12Pauline Jacquet, depuis le 20/11/2026 à 14h28Limite passée depuis 2 hTemps limite dépassé",
        to: "/tb-stations/5/details?ouvertes=31#casier-31",
      },
    ]);
    const [blocked] = await linesOf("Casiers bloqués");
    expect(blocked?.text).toMatch(/Limite passée depuis 2 j 2 hUtilisation bloquée$/);
    expect(await linesOf("Espaces complets")).toEqual([
      {
        text: "Hôtel de ville, AbriEspace collectif40 places occupées sur 40Complet",
        to: "/tb-stations/6/details?ouvertes=77#casier-77",
      },
    ]);
    const [offer] = await linesOf("Offres sans réponse");
    expect(offer?.text).toMatch(/^Pauline JacquetAbonnement « Abri mensuel »Offre expirée le /);
    expect(offer?.to).toBe("/liste-attente?etat=sans_reponse&ligne=12");
    const [silent] = await linesOf("Stations muettes");
    expect(silent?.text).toMatch(/^Parvis nord.*Depuis le 0[23]\/11\/2026 à \d\dh04Muette$/);
    expect(silent?.to).toBe("/tb-stations/8/details");
    expect(await linesOf("Cartes à renouveler")).toEqual([
      {
        text: "Pauline Jacquet**** 4242, expiration : 01/20Prochain paiement le 02/12/2026Expirée",
        to: "/gestion-utilisateurs-exploitant/41/details",
      },
    ]);
    expect(plain(main().getByText(/éléments/).textContent)).toContain("48 éléments");
    expect(main().getByText("43 paiements", { exact: false })).toBeVisible();
    const entry = screen.getByRole("link", { name: /^À traiter/ });
    expect(plain(entry.textContent)).toContain("48");
  });

  it("links an administrator to the page that shows the card", async () => {
    signedIn();
    answerWorklist(full);
    renderApp("/a-traiter");
    expect((await linesOf("Cartes à renouveler"))[0]?.to).toBe("/gestion-utilisateurs/41/details");
  });

  it("says that an empty worklist is empty, and shows no empty kind", async () => {
    signedIn();
    renderApp("/a-traiter");
    expect(await screen.findByText("Rien à traiter")).toBeVisible();
    expect(main().queryByRole("region")).toBeNull();
    expect(screen.getByRole("link", { name: "À traiter" })).toBeVisible();
  });

  it("can be retried when it fails to load", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/exploitant/:id/a-traiter", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    renderApp("/a-traiter");
    expect(await screen.findByText("Une erreur serveur est survenue.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Réessayer" })).toBeVisible();
  });
});

describe("what staff do with a line", () => {
  const HOTLINE: Right[] = ["DROIT_EVENEMENTS_LECTURE", "DROIT_EVENEMENTS_ECRITURE"];
  const pay = (id: number, montant: number, depuis: string) => ({
    ...place,
    id,
    montant,
    ...PAYABLE,
    paiementStatut: "PERMANENT_ERROR" as const,
    datePresentation: depuis,
    utilisateur: pauline,
    abonnement: "",
    depuis,
    suivi: {},
  });
  const days = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString();
  const unpaid: Worklist = {
    ...emptyWorklist,
    total: 5,
    reportes: 1,
    paiements: {
      total: 4,
      reportes: 1,
      retenus: 4,
      items: [
        pay(1, 100, days(9)),
        pay(2, 900, days(3)),
        pay(3, 50, days(2)),
        pay(4, 300, days(1)),
      ],
    },
    enlevements: {
      total: 1,
      reportes: 0,
      retenus: 1,
      items: [{ ...space, ...stay(120), depuis: days(5), suivi: {} }],
    },
  };
  it("is asked of the server, which says who was first", async () => {
    signedIn({ rights: HOTLINE });
    answerWorklist(unpaid);
    const sent: unknown[] = [];
    server.use(
      http.patch("/api/admin/exploitant/1/a-traiter/:genre/:objet/responsable", async (call) => {
        sent.push(call.params.genre, call.params.objet, await call.request.json());
        const sentence = "Zoé Zola s'occupe de cette ligne depuis le 22/11/2026 à 14h02.";
        return HttpResponse.json(problem(409, "Conflict", sentence), { status: 409 });
      }),
    );
    renderApp("/a-traiter");
    const block = within(await screen.findByRole("region", { name: "Paiements en échec" }));
    expect(block.getByText("depuis 3 jours")).toBeVisible();
    const [, second] = block.getAllByRole("button", { name: /^Prendre en charge, / });
    await userEvent.click(second as HTMLElement);
    expect(await screen.findByText(/^Zoé Zola s'occupe de cette ligne/)).toBeVisible();
    expect(sent).toEqual([
      "paiements",
      "2",
      { depuis: unpaid.paiements.items[1]?.depuis, responsable: 12, avant: null },
    ]);
  });

  it("sorts all lines by age or amount, in the address", async () => {
    signedIn({ rights: HOTLINE });
    const asked: string[] = [];
    server.use(
      http.get("/api/admin/exploitant/:id/a-traiter", ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(unpaid);
      }),
    );
    const app = renderApp("/a-traiter");
    await userEvent.selectOptions(await screen.findByLabelText("Trier par"), "Montant");
    const block = within(await screen.findByRole("region", { name: "Toutes les lignes" }));
    const amounts = block
      .getAllByRole("link")
      .map((link) => /\d{1,2},\d\d\s€/.exec(link.textContent.replace(/2026/, " "))?.[0]);
    expect(amounts.map((amount) => plain(amount ?? ""))).toEqual([
      "9,00 €",
      "3,00 €",
      "1,00 €",
      "0,50 €",
      "",
    ]);
    expect(app.router.state.location.searchStr).toBe("?tri=montant");
    await userEvent.click(screen.getByRole("button", { name: "Reportés (1)" }));
    await waitFor(() => expect(asked).toContain("?tri=montant&reportes=true"));
  });

  it("acts on several payments with one comment, and says which were refused", async () => {
    signedIn({ rights: HOTLINE });
    answerWorklist(unpaid);
    let sent: unknown;
    server.use(
      http.post("/api/admin/paiements/exploitant/1/traitement-groupe", async ({ request }) => {
        sent = await request.json();
        return HttpResponse.json({
          faits: 2,
          montant: 950,
          resultats: [
            { id: 1, fait: false, message: "L'état de ce paiement ne le permet pas." },
            { id: 2, fait: true, message: "" },
            { id: 3, fait: true, message: "" },
          ],
        });
      }),
    );
    renderApp("/a-traiter");
    const boxes = await screen.findAllByRole("checkbox", { name: /^Sélectionner le paiement de/ });
    const user = userEvent.setup();
    const [first, , third] = boxes as [HTMLElement, HTMLElement, HTMLElement];
    await user.click(first);
    await user.keyboard("{Shift>}");
    await user.click(third);
    await user.keyboard("{/Shift}");
    const bar = within(screen.getByRole("region", { name: "Paiements sélectionnés" }));
    expect(plain(bar.getByRole("status").textContent)).toBe("3 paiements, 10,50 €");
    await user.click(bar.getByRole("button", { name: "Présenter de nouveau" }));
    const modal = within(await screen.findByRole("dialog", { name: "Présenter de nouveau" }));
    await user.click(await modal.findByRole("button", { name: "Présenter de nouveau" }));
    expect(await modal.findByText("Le commentaire est obligatoire.")).toBeVisible();
    await user.type(modal.getByLabelText(/^Commentaire/), "Carte renouvelée.");
    await user.click(modal.getByRole("button", { name: "Présenter de nouveau" }));
    const refused = within(await modal.findByRole("list", { name: "Paiements refusés" }));
    expect(plain(refused.getByRole("listitem").textContent)).toBe(
      "Pauline Jacquet, 1,00 €L'état de ce paiement ne le permet pas. Possible : Marquer comme payé, Annuler le paiement.Ouvrir la ligne",
    );
    expect(sent).toEqual({
      action: "generer-ordre",
      paiements: [1, 2, 3],
      commentaire: "Carte renouvelée.",
    });
  });

  it("says before what several payments allow, and presents those that allow it", async () => {
    signedIn({ rights: HOTLINE });
    const [ready, refused, soon] = unpaid.paiements.items;
    if (!ready || !refused || !soon) throw new Error("three payments");
    answerWorklist({
      ...unpaid,
      paiements: {
        ...unpaid.paiements,
        items: [
          ready,
          { ...refused, actions: ["manual", "annuler"] },
          { ...soon, ordreAPartirDu: "2099-03-05T14:05:00+01:00" },
        ],
      },
    });
    let sent: unknown;
    server.use(
      http.post("/api/admin/paiements/exploitant/1/traitement-groupe", async ({ request }) => {
        sent = await request.json();
        const resultats = [{ id: 1, fait: true, message: "" }];
        return HttpResponse.json({ faits: 1, montant: 100, resultats });
      }),
    );
    const user = userEvent.setup();
    renderApp("/a-traiter");
    await user.click(await screen.findByLabelText("Sélectionner les paiements"));
    const bar = within(screen.getByRole("region", { name: "Paiements sélectionnés" }));
    await user.click(bar.getByRole("button", { name: "Présenter de nouveau (1 sur 3)" }));
    const modal = within(await screen.findByRole("dialog", { name: "Présenter de nouveau" }));
    const left = within(modal.getByRole("list", { name: "Paiements laissés" }));
    expect(left.getAllByRole("listitem").map((item) => plain(item.textContent))).toEqual([
      "Pauline Jacquet, 9,00 €Son état ne le permet pas. Possible : Marquer comme payé, Annuler le paiement.",
      "Pauline Jacquet, 0,50 €Un nouvel ordre pourra être généré à partir du 05/03/2099 à 14h05. Possible : Marquer comme payé, Annuler le paiement.",
    ]);
    await user.type(modal.getByLabelText(/^Commentaire/), "Carte renouvelée.");
    await user.click(modal.getByRole("button", { name: "Présenter de nouveau" }));
    await waitFor(() => expect(sent).toMatchObject({ paiements: [1] }));
  });

  it("takes several lines at once, and says which somebody else has", async () => {
    signedIn({ rights: HOTLINE });
    answerWorklist(unpaid);
    const sent: unknown[] = [];
    server.use(
      http.post("/api/admin/exploitant/1/a-traiter/traitement-groupe", async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({
          faits: 1,
          resultats: [
            { genre: "enlevements", objet: 190, fait: true, message: "" },
            {
              genre: "paiements",
              objet: 2,
              fait: false,
              message: "Zoé Zola s'occupe de cette ligne.",
            },
          ],
        });
      }),
    );
    const user = userEvent.setup();
    renderApp("/a-traiter");
    const [blocked] = await screen.findAllByRole("checkbox", {
      name: /^Sélectionner la ligne, Casiers bloqués/,
    });
    await user.click(blocked as HTMLElement);
    await user.click(
      screen.getAllByRole("checkbox", { name: /^Sélectionner le paiement/ })[1] as HTMLElement,
    );
    const bar = within(screen.getByRole("region", { name: "Lignes sélectionnées" }));
    expect(plain(bar.getByRole("status").textContent)).toBe("2 lignes");
    await user.click(bar.getByRole("button", { name: "Prendre en charge" }));
    const told = within(
      await screen.findByRole("dialog", { name: "Lignes laissées comme elles étaient" }),
    );
    const list = within(await told.findByRole("list", { name: "Lignes refusées" }));
    expect(plain(list.getByRole("listitem").textContent)).toBe(
      "Pauline Jacquet, 9,00 €Zoé Zola s'occupe de cette ligne. Ouvrir la ligne",
    );
    expect(plain(told.getByRole("status").textContent)).toBe(
      "1 ligne prise en charge. 1 ligne reste comme elle était :",
    );
    expect(sent).toMatchObject([
      {
        action: "prendre",
        lignes: [
          { genre: "enlevements", avant: null },
          { genre: "paiements", objet: 2, avant: null },
        ],
      },
    ]);
  });

  it("shows some kinds, one's own lines or old ones, and says how many are hidden", async () => {
    signedIn({ rights: HOTLINE });
    const asked: string[] = [];
    server.use(
      http.get("/api/admin/exploitant/:id/a-traiter", ({ request }) => {
        const { search } = new URL(request.url);
        asked.push(search);
        const mine = { ...unpaid.paiements, retenus: 1, items: unpaid.paiements.items.slice(1, 2) };
        return HttpResponse.json(
          search.includes("miennes") ? { ...unpaid, paiements: mine } : unpaid,
        );
      }),
    );
    const user = userEvent.setup();
    const app = renderApp("/a-traiter");
    await user.click(await screen.findByRole("button", { name: "Nature" }));
    await user.click(
      await screen.findByRole("menuitemcheckbox", { name: "Paiements en échec (4)", hidden: true }),
    );
    await waitFor(() => expect(app.router.state.location.searchStr).toBe("?nature=paiements"));
    expect(main().queryByRole("region", { name: "Casiers bloqués" })).toBeNull();
    expect(plain(main().getByText(/masquée/).textContent)).toBe("1 ligne masquée par les filtres");
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Les miennes" }));
    await user.selectOptions(screen.getByLabelText("Âge"), "24h");
    await waitFor(() => expect(asked).toContain("?miennes=true&age=24h"));
    expect(plain((await main().findByText(/masquées/)).textContent)).toBe(
      "4 lignes masquées par les filtres",
    );
    await user.click(screen.getByRole("button", { name: "Effacer les filtres" }));
    await waitFor(() => expect(app.router.state.location.searchStr).toBe(""));
  });

  it("opens beside the list, goes on from line to line, and keeps what is ticked", async () => {
    signedIn({ rights: HOTLINE });
    answerWorklist(unpaid);
    const asked: URL[] = [];
    server.use(
      http.get("/api/admin/exploitant/:id/a-traiter", ({ request }) => {
        asked.push(new URL(request.url)); // and is answered as above
      }),
      http.get("/api/admin/paiement/:id", ({ params }) =>
        HttpResponse.json(payment({ id: Number(params.id), prenom: `Usager ${params.id}` })),
      ),
    );
    const user = userEvent.setup();
    const app = renderApp("/a-traiter");
    const lines = await screen.findAllByRole("link", { name: /Dernière tentative/ });
    await user.click(
      screen.getAllByRole("checkbox", { name: /^Sélectionner le paiement/ })[2] as HTMLElement,
    );
    await user.click(lines[0] as HTMLElement);
    const panel = within(await screen.findByRole("dialog", { name: "Paiements en échec" }));
    expect(await panel.findByRole("heading", { name: "Usager 1 Jacquet" })).toBeVisible();
    expect(panel.getByText("1 sur 4")).toBeVisible();
    // Whoever goes on from line to line misses none that the list did not show.
    expect(asked.map(({ searchParams }) => searchParams.get("lignes"))).toEqual([null, "100"]);
    expect(panel.getByRole("button", { name: "Précédent" })).toBeDisabled();
    await user.click(panel.getByRole("button", { name: "Suivant" }));
    expect(await panel.findByRole("heading", { name: "Usager 2 Jacquet" })).toBeVisible();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(await panel.findByRole("heading", { name: "Usager 3 Jacquet" })).toBeVisible();
    expect(app.router.state.location.searchStr).toBe("?ligne=paiements%3A3");

    // It is settled meanwhile: the panel stays, and goes on to the line that took its place.
    const [one, two, , four] = unpaid.paiements.items;
    if (!one || !two || !four) throw new Error("four payments");
    answerWorklist({ ...unpaid, paiements: { ...unpaid.paiements, items: [one, two, four] } });
    await app.router.options.context.queryClient.invalidateQueries({ queryKey: ["worklist"] });
    expect(await panel.findByText("Cette ligne n'est plus dans la liste.")).toBeVisible();
    await user.click(panel.getByRole("button", { name: "Suivant" }));
    expect(await panel.findByText("3 sur 3")).toBeVisible();

    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(app.router.state.location.searchStr).toBe("");
    await waitFor(() =>
      expect(screen.getAllByRole("link", { name: /Dernière tentative/ })[2]).toHaveFocus(),
    );
    const boxes = () => screen.getAllByRole("checkbox", { name: /^Sélectionner le paiement/ });
    await user.click(boxes()[0] as HTMLElement);
    await user.click(screen.getByRole("link", { name: /^Accueil/ }));
    await screen.findByRole("heading", { level: 1, name: "Accueil" });
    app.router.history.back();
    await screen.findByRole("heading", { level: 1, name: "À traiter" });
    await waitFor(() => expect(boxes()[0]).toBeChecked());
    expect(boxes()[1]).not.toBeChecked();
  });

  it("lets who may not act on payments choose none", async () => {
    signedIn({ rights: ["DROIT_EVENEMENTS_LECTURE"] });
    answerWorklist(unpaid);
    renderApp("/a-traiter");
    await linesOf("Paiements en échec");
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(
      screen.queryByRole("button", { name: /^Suivi de la ligne|^Prendre en charge/ }),
    ).toBeNull();
  });

  it("lets a technician handle the lines of what stands on site", async () => {
    signedIn({ rights: ["DROIT_EVENEMENTS_LECTURE", "DROIT_CASIERS_ECRITURE"] });
    answerWorklist(full);
    renderApp("/a-traiter");
    await linesOf("Paiements en échec");
    expect(handled("Paiements en échec")).toBe(false);
    expect(handled("Casiers bloqués")).toBe(false);
    expect(handled("Stations muettes")).toBe(true);
    expect(handled("Espaces complets")).toBe(true);
  });

  const handled = (title: string) =>
    within(screen.getByRole("region", { name: title })).queryAllByRole("button", {
      name: /^Suivi de la ligne/,
    }).length > 0;
});

describe("the home page", () => {
  it("counts each kind and links to it", async () => {
    signedIn();
    answerWorklist({ ...full, espaces: emptyWorklist.espaces });
    renderApp("/");
    const links = (await linesOf("À traiter")).map(({ text, to }) => [text, to]);
    expect(links).toEqual([
      ["Casiers bloqués1 utilisation", "/a-traiter#enlevements"],
      ["Temps dépassés1 utilisation", "/a-traiter#depassements"],
      ["Stations muettes1 station", "/a-traiter#muettes"],
      ["Paiements en échec43 paiements", "/a-traiter#paiements"],
      ["Cartes à renouveler1 carte", "/a-traiter#cartes"],
      ["Offres sans réponse1 offre", "/a-traiter#offres"],
      ["Clôture refusée1 mois", "/a-traiter#clotures"],
    ]);
  });

  it("opens what waits longest in the worklist, or leads to where it is settled", async () => {
    signedIn();
    const { depassements, enlevements, espaces } = emptyWorklist;
    answerWorklist({ ...full, depassements, enlevements, espaces });
    renderApp("/");
    const oldest = await linesOf("Ce qui attend depuis le plus longtemps");
    expect(oldest.map(({ to }) => to?.replace(/\?etat.*/, ""))).toEqual(
      expect.arrayContaining(["/a-traiter?ligne=paiements%3A9", "/liste-attente"]),
    );
  });

  it("says that the worklist is empty", async () => {
    signedIn();
    renderApp("/");
    const block = await screen.findByRole("region", { name: "À traiter" });
    expect(await within(block).findByText("Rien à traiter")).toBeVisible();
  });

  it("sends no call for accounts without the right", async () => {
    signedIn({ rights: ["DROIT_STATIONS_LECTURE"] });
    renderApp("/");
    await screen.findByRole("region", { name: "En ce moment" });
    expect(main().queryByRole("region", { name: "À traiter" })).toBeNull();
    expect(screen.queryByRole("link", { name: /^À traiter/ })).toBeNull();
  });
});

describe("the work that failed", () => {
  type Parked = components["schemas"]["ParkedWork"];
  const failed: Parked = {
    total: 2,
    items: [
      {
        genre: "echeance",
        id: 12,
        exploitant: { id: 2, nom: "Vélostation du Littoral" },
        idUtilisateur: 41,
        depuis: "2026-11-20T14:28:00+01:00",
        derniereTentative: "2026-11-20T15:30:00+01:00",
        tentatives: 8,
        cause: "panique",
      },
      {
        genre: "paiement",
        id: 12,
        idPaiement: 12,
        depuis: "2026-11-21T08:00:00+01:00",
        derniereTentative: "2026-11-21T09:00:00+01:00",
        tentatives: 8,
        cause: "erreur",
      },
    ],
  };
  const fails = (list: Parked) =>
    server.use(http.get("/api/admin/taches-en-echec", () => HttpResponse.json(list)));
  const tasks = async () => within(await screen.findByRole("region", { name: "Tâches en échec" }));

  it("is shown to administrators at any operator, and counted in the menu and at home", async () => {
    signedIn();
    fails(failed);
    renderApp("/a-traiter");
    const rows = (await tasks()).getAllByRole("row").slice(1);
    expect(rows.map((row) => plain(row.textContent))).toEqual([
      "Échéance d'un abonnement, n° 12Voir le compteVélostation du Littoral20/11/2026 - 14h288Erreur du programmeRelancerAbandonner",
      "Présentation d'un paiement, n° 12Voir le paiementPlateforme21/11/2026 - 08h008Erreur inattendueRelancerAbandonner",
    ]);
    const links = (await tasks()).getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual(["/gestion-utilisateurs/41/details", "/liste-paiements?paiement=12"]);
    expect(main().queryByText("Rien à traiter")).toBeNull();
    expect(plain(screen.getByRole("link", { name: /^À traiter/ }).textContent)).toContain("2");
    expect(plain(main().getByText(/0 élément/).textContent)).toBe(
      "Métropole de Grandval · 0 élément · 2 tâches de la plateforme",
    );
  });

  it("shows a loading failure under its own title and on the home page", async () => {
    signedIn();
    server.use(
      http.get("/api/admin/taches-en-echec", () =>
        HttpResponse.json(problem(500, "Erreur", "Une erreur serveur est survenue."), {
          status: 500,
        }),
      ),
    );
    renderApp("/a-traiter");
    expect(await (await tasks()).findByText("Une erreur serveur est survenue.")).toBeVisible();
    await userEvent.click(screen.getByRole("link", { name: /^Accueil/ }));
    const block = await screen.findByRole("region", { name: "À traiter" });
    const link = await within(block).findByRole("link", { name: /Tâches en échec/ });
    expect(plain(link.textContent)).toBe("Tâches en échecNombre indisponible");
    expect(within(block).queryByText("Rien à traiter")).toBeNull();
  });

  it("is linked from the home page", async () => {
    signedIn();
    fails(failed);
    renderApp("/");
    const block = await screen.findByRole("region", { name: "À traiter" });
    const link = await within(block).findByRole("link");
    expect(plain(link.textContent)).toBe("Tâches en échec2 tâches");
    expect(link).toHaveAttribute("href", "/a-traiter#taches");
  });

  it("is retried or abandoned after a confirmation", async () => {
    signedIn();
    fails(failed);
    const sent: string[] = [];
    server.use(
      http.patch("/api/admin/taches-en-echec/:genre/:id/:act", ({ params }) => {
        sent.push(`${params.genre} ${params.id} ${params.act}`);
        const items = failed.items.slice(sent.length);
        return HttpResponse.json({ total: items.length, items });
      }),
    );
    renderApp("/a-traiter");
    const press = async (name: string) => {
      await userEvent.click((await tasks()).getByRole("button", { name }));
      const modal = within(await screen.findByRole("dialog"));
      await userEvent.click(modal.getByRole("button", { name: "Confirmer" }));
    };
    await press("Relancer, Échéance d'un abonnement, n°\u00a012");
    expect(await screen.findByText("La tâche va être tentée de nouveau.")).toBeVisible();
    expect((await tasks()).getAllByRole("row")).toHaveLength(2);
    const next = "Relancer, Présentation d'un paiement, n°\u00a012";
    await waitFor(async () =>
      expect((await tasks()).getByRole("button", { name: next })).toHaveFocus(),
    );
    await press("Abandonner, Présentation d'un paiement, n°\u00a012");
    expect(await screen.findByText("La tâche est abandonnée.")).toBeVisible();
    expect(await screen.findByText("Rien à traiter")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
    expect(sent).toEqual(["echeance 12 relancer", "paiement 12 abandonner"]);
  });

  it("is not loaded for other accounts", async () => {
    signedIn({ rights: MANAGER });
    let called = false;
    server.use(
      http.get("/api/admin/taches-en-echec", () => {
        called = true;
        return HttpResponse.json(failed);
      }),
    );
    answerWorklist(full);
    renderApp("/a-traiter");
    await linesOf("Paiements en échec");
    expect(main().queryByRole("region", { name: "Tâches en échec" })).toBeNull();
    expect(called).toBe(false);
  });
});
