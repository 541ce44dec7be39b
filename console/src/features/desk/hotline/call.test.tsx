import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { RIGHTS_OF_ROLE } from "@/api/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { account, intervention, nothingFound, payment, stay } from "@/test/data";
import type { Call, CallCandidates } from "./api";

withTestServer();

const type = { id: 2, nom: "Vélo", cle: "velo" };
const station = { id: 5, nom: "Gare centrale" };
const a1 = { id: 1, nom: "A1", complement: "Rangée basse", type, station };
const b2 = { ...a1, id: 2, nom: "B2" };
const pauline = {
  id: 40,
  nom: "Jacquet",
  prenom: "Pauline",
  email: "pauline@exemple.test",
  telephone: "+33639984642",
  actif: true,
  anonymise: false,
};
const nobody: CallCandidates = nothingFound;

const door: NonNullable<Call["casier"]> = {
  ...a1,
  version: 1,
  etat: "Occupé",
  actif: true,
  horsService: null,
  stationActive: true,
  stationHorsService: null,
  nbMaxSpaces: 1,
  nombreOccupees: 1,
  controleur: null,
  porte: null,
};

function callOf(changes: Partial<Call> = {}): Call {
  const { utilisation } = stay(70);
  const running = { paiementStatut: "RUNNING" as const, paiementPresentation: [] };
  return {
    usager: account(),
    casier: door,
    enCours: [{ ...utilisation, coutUtilisation: 150 }],
    abonnements: [],
    paiements: [payment({ paiementDetail: running, actions: ["switch-gratuit"] })],
    conclusion: "La cause est certaine.",
    causes: [
      {
        cause: "code_absent",
        certaine: true,
        depuis: "2026-11-20T16:03:00+01:00",
        phrase: "Le casier A1 (Gare centrale) a refusé : aucun code n'avait été donné.",
        suite: "Vérifier le casier avec la personne, puis donner un code.",
      },
      {
        cause: "sans_carte",
        certaine: false,
        depuis: null,
        phrase: "Aucune carte n'est enregistrée.",
        suite: "Demander à la personne d'enregistrer une carte.",
      },
    ],
    notes: [],
    chronologie: [
      {
        instant: "2026-11-20T16:03:00+01:00",
        genre: "porte.refus",
        phrase: "Refus au casier A1 (Gare centrale)",
        objet: { type: "casier", id: 1 },
      },
    ],
    actions: [
      { action: "generer-code", objet: { type: "casier", id: 1 } },
      { action: "terminer", objet: { type: "utilisation", id: 70 } },
      { action: "switch-gratuit", objet: { type: "paiement", id: 70 } },
    ],
    ...changes,
  };
}

const elsewhere = {
  ...stay(71).utilisation,
  casier: { ...stay(71).utilisation.casier, id: 9 },
};
const several = { enCours: [stay(70).utilisation, stay(71).utilisation] };

/** Answers searches and calls, and returns the addresses of the calls made. */
function answer(found: Partial<CallCandidates>, call = callOf()): string[] {
  const asked: string[] = [];
  const page = ({ request }: { request: Request }) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search);
    return HttpResponse.json(call);
  };
  server.use(
    http.get("/api/admin/recit/exploitant/:id", ({ request }) => {
      asked.push(`?${new URL(request.url).searchParams.get("recherche")}`);
      return HttpResponse.json({ ...nobody, ...found });
    }),
    http.get("/api/admin/recit/exploitant/:id/usager/:usager", page),
    http.get("/api/admin/recit/exploitant/:id/casier/:casier", page),
  );
  return asked;
}

/** Answers one intervention of the locker, and one of its station as a whole. */
const answerInterventions = () =>
  server.use(
    http.get("/api/admin/exploitant/1/interventions", ({ request }) => {
      const { searchParams: asked } = new URL(request.url);
      expect(asked.getAll("etat")).toEqual(["ouverte", "prise_en_charge", "rouverte"]);
      const taken = {
        etat: "prise_en_charge",
        urgence: "urgente",
        responsable: { id: 9, nom: "Ada Martin" },
        echeance: "2026-12-04",
      } as const;
      const whole = { id: 14, numero: 14, casier: null, cause: "reseau", description: "" } as const;
      if (asked.get("casier") === "1")
        return HttpResponse.json({ items: [intervention(taken)], total: 1 });
      expect([asked.get("station"), asked.get("entiere")]).toEqual(["5", "true"]);
      const item = intervention({ ...whole, urgence: "urgente", casierActif: null });
      return HttpResponse.json({ items: [item], total: 1 });
    }),
  );

const field = () => screen.findByRole("combobox", { name: /^Chercher une personne/ });

describe("a hotline agent", () => {
  beforeEach(() => signedIn({ rights: RIGHTS_OF_ROLE.Hotline }));

  it("has the cursor in the search, and Enter opens the only result", async () => {
    const asked = answer({ usagers: [pauline] });
    const app = renderApp("/recit");
    expect(await field()).toHaveFocus();
    await userEvent.keyboard("06.39{Enter}");
    expect(
      await screen.findByRole("heading", { name: "Pauline Jacquet · Casier A1, Gare centrale" }),
    ).toBeVisible();
    expect(app.router.state.location.searchStr).toContain("usager=40");
    expect(asked).toContain("?06.39");
    app.router.history.back();
    expect(await screen.findByRole("option", { name: /Pauline Jacquet/ })).toBeVisible();
    expect(await field()).toHaveValue("06.39");
  });

  it("chooses among several results with the arrows", async () => {
    answer({ usagers: [pauline], casiers: [a1, b2] });
    const app = renderApp("/recit");
    await userEvent.type(await field(), "a1{Enter}");
    expect(await screen.findAllByRole("option")).toHaveLength(3);
    expect(app.router.state.location.searchStr).not.toContain("usager");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Casier A1");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(app.router.state.location.searchStr).toContain("casier=1"));
  });

  it("completes the name of a station with the code of a locker", async () => {
    answer({ stations: [station] });
    renderApp("/recit");
    await userEvent.type(await field(), "gare");
    await userEvent.click(await screen.findByRole("option", { name: /Gare centrale/ }));
    expect(await field()).toHaveValue("Gare centrale ");
    expect(await field()).toHaveFocus();
  });

  it("says that nothing was found only once the server has said so", async () => {
    answer({});
    renderApp("/recit");
    await userEvent.type(await field(), "zz");
    expect(screen.queryByText(/^Aucun résultat/)).toBeNull();
    expect(await screen.findByText(/^Aucun résultat\. Vérifiez/)).toBeVisible();
  });

  it("reads why, tells certain causes from possible ones, and does what helps", async () => {
    answer({});
    const codes: string[] = [];
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", ({ params }) => {
        codes.push(String(params.id));
        return HttpResponse.json({
          code: "816952",
          dateFin: new Date(Date.now() + 180_000).toISOString(),
        });
      }),
    );
    renderApp("/recit?usager=40");
    const why = await screen.findByRole("region", { name: "Pourquoi la porte ne s'ouvre pas" });
    expect(within(why).getByRole("status")).toHaveTextContent(
      "Le casier A1 (Gare centrale) a refusé : aucun code n'avait été donné.",
    );
    expect(
      within(why)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent?.slice(0, 7)),
    ).toEqual(["Certain", "Possibl"]);
    expect(screen.getByRole("link", { name: /^06.39.98.46.42$/ })).toHaveAttribute(
      "href",
      "tel:+33639984642",
    );
    const acts = screen.getByRole("region", { name: "Que faire maintenant" });
    await userEvent.click(within(acts).getByRole("button", { name: /^Générer le code/ }));
    expect(await within(acts).findByText("816952")).toBeVisible();
    expect(codes).toEqual(["1"]);
  });

  it.each([
    ["the person of the call", {}, "70"],
    ["the only person behind the door", { usager: null }, "70"],
    ["nobody, when several are behind the door", { usager: null, ...several }, undefined],
    ["nobody, when the person is not behind the door", { enCours: [elsewhere] }, undefined],
  ])("sends a code to %s", async (_, changes: Partial<Call>, sentTo) => {
    answer({}, callOf(changes));
    let stayId: unknown;
    server.use(
      http.patch("/api/admin/casier/:id/generer_code", () => {
        const dateFin = new Date(Date.now() + 180_000).toISOString();
        return HttpResponse.json({ code: "816952", dateFin });
      }),
      http.post("/api/admin/occupation/:id/envoyer-code", ({ params }) => {
        stayId = params.id;
        return HttpResponse.json({ code: 200, message: "Le code va être envoyé." });
      }),
    );
    renderApp(changes.usager === null ? "/recit?casier=1" : "/recit?usager=40");
    const acts = await screen.findByRole("region", { name: "Que faire maintenant" });
    await userEvent.click(within(acts).getByRole("button", { name: /^Générer le code/ }));
    expect(await within(acts).findByText("816952")).toBeVisible();
    const send = within(acts).queryByRole("button", { name: "Envoyer le code" });
    expect(send !== null).toBe(sentTo !== undefined);
    if (send) {
      await userEvent.click(send);
      expect(await screen.findByText(/^Le code a été envoyé à pauline@exemple.test/)).toBeVisible();
    }
    expect(stayId).toBe(sentTo);
  });

  it("reads the notes of earlier calls, keeps one and deletes it", async () => {
    const note = {
      id: 5,
      note: "Clé perdue",
      le: "2026-11-19T16:03:00+01:00",
      par: { id: 3, nom: "Hugo Hotline" },
      casier: 1,
      usager: 40,
      supprimable: true,
    };
    const asked = answer({}, callOf({ notes: [note, { ...note, id: 6, supprimable: false }] }));
    const written: unknown[] = [];
    server.use(
      http.post("/api/admin/recit/exploitant/1/note", async ({ request }) => {
        written.push(await request.json());
        return HttpResponse.json({ ...note, id: 7 }, { status: 201 });
      }),
      http.delete("/api/admin/recit/exploitant/1/note/:id", ({ params }) => {
        written.push(params.id);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    renderApp("/recit?usager=40&casier=1");
    const block = within(await screen.findByRole("region", { name: "Notes d'appel" }));
    expect(block.getAllByText("Clé perdue")).toHaveLength(2);
    await userEvent.click(block.getByRole("button", { name: "Garder la note" }));
    expect(await block.findByText("La note est obligatoire.")).toBeVisible();
    await userEvent.type(block.getByLabelText(/^Note de l'appel/), "Rappelle demain");
    const before = asked.length;
    await userEvent.click(block.getByRole("button", { name: "Garder la note" }));
    await waitFor(() =>
      expect(written).toEqual([{ usager: 40, casier: 1, note: "Rappelle demain" }]),
    );
    expect(await screen.findByText("La note est gardée.")).toBeVisible();
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    await waitFor(() => expect(block.getByLabelText(/^Note de l'appel/)).toHaveValue(""));
    await userEvent.click(block.getByRole("button", { name: /^Supprimer la note/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
    await waitFor(() => expect(written.at(-1)).toBe("5"));
  });

  it("begins in the search, also when the page is opened from the menu", async () => {
    answer({});
    renderApp("/aide");
    await userEvent.click(await screen.findByRole("link", { name: "Récit d'appel" }));
    const field = await screen.findByRole("combobox", { name: /^Chercher une personne/ });
    await waitFor(() => expect(field).toHaveFocus());
  });

  it("is asked at which of several doors the person stands", async () => {
    const { utilisation } = stay(70);
    const other = { ...utilisation, id: 71, casier: { ...utilisation.casier, id: 2, nom: "B2" } };
    const conclusion = "Devant quelle porte\u00a0? La réponse en dépend.";
    const unknown = { casier: null, causes: [], conclusion, enCours: [utilisation, other] };
    const asked = answer({}, callOf(unknown));
    renderApp("/recit?usager=40");
    const why = await screen.findByRole("region", { name: "Pourquoi la porte ne s'ouvre pas" });
    await userEvent.click(within(why).getByRole("link", { name: /^Casier B2, / }));
    await waitFor(() => expect(asked.at(-1)).toMatch(/usager\/40\?casier=2$/));
  });

  it("ends the stay after a confirmation, and the page is loaded again", async () => {
    const asked = answer({});
    server.use(http.patch("/api/admin/occupation/70/terminer", () => HttpResponse.json(payment())));
    renderApp("/recit?usager=40&casier=1");
    await userEvent.click(
      await screen.findByRole("button", { name: "Mettre fin à l'utilisation" }),
    );
    const before = asked.length;
    await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
    expect(await screen.findByText("L'occupation est terminée !")).toBeVisible();
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
    expect(asked.at(-1)).toBe("/api/admin/recit/exploitant/1/usager/40?casier=1");
  });

  it("stays at the door of the stay that was ended, and every act at another names its place", async () => {
    const { utilisation } = stay(70);
    const other = { ...utilisation, id: 71, casier: { ...utilisation.casier, id: 2, nom: "B2" } };
    const end = (id: number) => ({
      action: "terminer" as const,
      objet: { type: "utilisation" as const, id },
    });
    const both = { casier: null, enCours: [utilisation, other], actions: [end(70), end(71)] };
    answer({}, callOf(both));
    server.use(
      http.patch("/api/admin/occupation/70/terminer", () => {
        answer({}, callOf({ enCours: [other], actions: [end(71)] }));
        return HttpResponse.json(payment());
      }),
    );
    const { router } = renderApp("/recit?usager=40");
    await userEvent.click(
      await screen.findByRole("button", { name: /^Mettre fin à l'utilisation \(Casier A1, / }),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Confirmer" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe("?usager=40&casier=1"));
    expect(
      await screen.findByRole("button", { name: /^Mettre fin à l'utilisation \(Casier B2, / }),
    ).toBeVisible();
  });

  it("acts on a payment in a dialog on the page", async () => {
    answer({});
    renderApp("/recit?usager=40");
    await userEvent.click(await screen.findByRole("button", { name: /^Ne pas faire payer, / }));
    const dialog = await screen.findByRole("dialog");
    expect(
      await within(dialog).findByText(/^Voulez-vous vraiment ne pas faire payer/),
    ).toBeVisible();
  });

  it("reads what is being seen to at the door and at its station, and reports nothing", async () => {
    answer({});
    answerInterventions();
    server.use(
      http.get("/api/admin/referents/exploitant/1", () =>
        HttpResponse.json([
          { id: 1, nom: "A", prenom: "", email: "", telephone: "0476000002", fonction: "Mairie" },
          {
            id: 2,
            nom: "B",
            prenom: "",
            email: "",
            telephone: "0476000001",
            fonction: "Astreinte",
          },
        ]),
      ),
    );
    renderApp("/recit?casier=1");
    const block = await screen.findByRole("region", { name: "Interventions" });
    expect(await within(block).findAllByRole("listitem")).toHaveLength(2);
    const [ofDoor, ofStation] = within(block).getAllByRole("listitem");
    expect(ofDoor).toHaveTextContent(
      "Intervention n° 12Prise en charge, urgenteSerrure, depuis le 20/11/2026 à 16h03Pêne torduAda Martin, avant le 04/12/2026",
    );
    expect(ofStation).toHaveTextContent(
      "Intervention n° 14Ouverte, urgenteRéseau, toute la station, depuis le 20/11/2026 à 16h03Personne ne s'en occupe.",
    );
    expect(within(block).getByRole("link", { name: /^Intervention n°\s12$/ })).toHaveAttribute(
      "href",
      "/interventions?station=5&ligne=12",
    );
    expect(within(block).queryByRole("button")).toBeNull();
    expect(block).toHaveTextContent("Prévenez un mainteneur ou un gestionnaire");
    expect(within(block).getByRole("link", { name: "Mon équipe" })).toBeVisible();
    expect(await within(block).findByRole("link", { name: /^04.76.00.00.01$/ })).toHaveAttribute(
      "href",
      "tel:0476000001",
    );
  });

  it("is warned before opening the locker of somebody else", async () => {
    answer({}, callOf({ enCours: [], paiements: [] }));
    renderApp("/recit?usager=40&casier=1");
    expect(await screen.findByText(/^Quelqu'un d'autre occupe ce casier/)).toBeVisible();
  });

  it("can search again when nobody is there", async () => {
    answer({});
    server.use(
      http.get("/api/admin/recit/exploitant/:id/usager/:usager", () =>
        HttpResponse.json(
          { code: 404, message: "Not Found", detail: "Ressource introuvable" },
          { status: 404 },
        ),
      ),
    );
    renderApp("/recit?usager=99");
    expect(await screen.findByText(/n'est pas de cet exploitant/)).toBeVisible();
    expect(await field()).toBeVisible();
  });
});

it("a technician reads about a locker, and about nobody", async () => {
  signedIn({ rights: RIGHTS_OF_ROLE.Mainteneur });
  const unknown = { id: 0, nom: "", prenom: "", email: "", telephone: "" };
  const { utilisation } = stay(70);
  answer(
    { casiers: [a1] },
    callOf({
      usager: null,
      paiements: [],
      enCours: [{ ...utilisation, user: unknown }],
      actions: [{ action: "generer-code-maintenance", objet: { type: "casier", id: 1 } }],
    }),
  );
  renderApp("/recit");
  await userEvent.type(await field(), "a1{Enter}");
  expect(await screen.findByRole("heading", { name: "Casier A1, Gare centrale" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Ouvrir le casier" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Son récit d'appel" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Paiements" })).toBeNull();
});

it("a technician reports a breakdown during the call", async () => {
  signedIn({ rights: RIGHTS_OF_ROLE.Mainteneur });
  answer({}, callOf({ usager: null, paiements: [], enCours: [], actions: [] }));
  let sent: unknown;
  server.use(
    http.post("/api/admin/exploitant/1/interventions", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json(intervention({ cause: "clavier" }), { status: 201 });
    }),
  );
  renderApp("/recit?casier=1");
  const block = await screen.findByRole("region", { name: "Interventions" });
  expect(
    await within(block).findByText("Aucune intervention n'est ouverte pour ce casier."),
  ).toBeVisible();
  await userEvent.click(within(block).getByRole("button", { name: "Signaler une panne" }));
  const form = await within(block).findByRole("form", { name: "Signaler une panne" });
  await userEvent.click(within(form).getByRole("button", { name: "Clavier" }));
  await userEvent.click(within(form).getByRole("button", { name: "Envoyer le signalement" }));
  expect(await screen.findByText("L'intervention n° 12 est ouverte.")).toBeVisible();
  expect(sent).toEqual({ idCasier: 1, cause: "clavier" });
  expect(await within(block).findByRole("button", { name: "Signaler une panne" })).toBeVisible();
});

describe("the home page", () => {
  it("leads from a telephone number to the call", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Hotline });
    answer({ usagers: [pauline] });
    const app = renderApp("/");
    await userEvent.type(
      await screen.findByRole("combobox", { name: "Chercher chez Métropole de Grandval" }),
      "06 39 98 46 42",
    );
    expect(await screen.findAllByRole("option")).toHaveLength(2);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(app.path()).toBe("/recit"));
  });

  it("leads to what the search of the chosen operator finds", async () => {
    signedIn({ rights: RIGHTS_OF_ROLE.Hotline });
    answer({ usagers: [pauline], casiers: [a1] });
    const app = renderApp("/");
    await userEvent.type(
      await screen.findByRole("combobox", { name: "Chercher chez Métropole de Grandval" }),
      "a1",
    );
    const found = await screen.findByRole("group", { name: "Casiers et espaces" });
    await userEvent.click(within(found).getByRole("option"));
    await waitFor(() => expect(app.path()).toBe("/tb-stations/5/details"));
    expect(app.router.state.location.hash).toBe("casier-1");
  });
});
