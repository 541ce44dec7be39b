import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { RIGHTS } from "@/api/rights";
import { rightLabel } from "@/entities/key/rights";
import { LOCKER_TYPE_WORDS } from "@/entities/locker/types";
import { LOGGED_EVENTS } from "@/entities/webhook/eventNames";
import { eventLabel } from "@/entities/webhook/events";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import type { AuditLine } from "./api";
import { changesOf, NUMBERED } from "./changes";
import { NAMES as FIELD_NAMES, LINE_NAMES, NAMES_OF, WORDS_OF, WORK_NAMES } from "./fields";
import { actorOf, sentenceOf } from "./sentences";

withTestServer();

function line(action: string, changements: AuditLine["changements"] = {}, id = 1): AuditLine {
  const type = action.split(".")[0] ?? "";
  return {
    id,
    instant: "2026-11-21T08:02:01.403+01:00",
    acteur: { id: 12, nom: "Camille Exemple" },
    exploitant: { id: 1, nom: "Métropole de Grandval" },
    action,
    station: null,
    objet: { type, id: 1, nom: NAMES[type] ?? "A1" },
    changements,
  };
}

const NAMES: Record<string, string> = { station: "Gare centrale", tarif: "Casier, à l'heure" };

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

it("names rights and events by the words of their forms", () => {
  const changes = {
    droits: ["DROIT_CASIERS_LECTURE", "DROIT_CASIERS_LECTURE, DROIT_A_VENIR"],
    evenements: "stay.started, stay.ended",
  };
  expect(changesOf(line("cle.modification", changes)).map(plain)).toEqual([
    "Droits : lire les casiers → lire les casiers, droit_a_venir",
    "Événements : utilisation commencée, utilisation terminée",
  ]);
});

describe("the sentences", () => {
  it.each([
    ["station.creation", "Station Gare centrale créée"],
    ["station.modification", "Station Gare centrale modifiée"],
    ["station.muette", "Station Gare centrale muette : son contrôleur ne répond plus"],
    ["station.retablie", "Station Gare centrale de nouveau en ligne"],
    ["casier.creation", "Casier A1 créé"],
    ["casier.desactivation", "Casier A1 mis hors service"],
    ["casier.code", "Casier A1 : code d'ouverture généré"],
    ["casier.code_envoye", "Casier A1 : code d'ouverture envoyé par e-mail"],
    ["casier.ouverture", "Casier A1 ouvert avec un code"],
    ["utilisation.fin", "Casier A1 : utilisation terminée"],
    ["utilisation.gratuite", "Casier A1 : utilisation rendue gratuite"],
    ["utilisation.depassement", "Casier A1 : temps limite dépassé"],
    [
      "utilisation.enlevement",
      "Casier A1 : temps limite avant enlèvement atteint, utilisation bloquée",
    ],
    ["tarif.creation", "Condition tarifaire « Casier, à l'heure » créée"],
    ["tarif.duplication", "Condition tarifaire « Casier, à l'heure » créée par duplication"],
    ["tarif.modification", "Condition tarifaire « Casier, à l'heure » modifiée"],
    ["tarif.suppression", "Condition tarifaire « Casier, à l'heure » supprimée"],
    ["tarif.plages", "Condition tarifaire « Casier, à l'heure » : plages horaires modifiées"],
    ["tarif.usagers", "Condition tarifaire « Casier, à l'heure » : usagers modifiés"],
    ["tarif.casiers", "Condition tarifaire « Casier, à l'heure » : casiers modifiés"],
    ["tarif.rejeu", "Condition tarifaire « Casier, à l'heure » : prix rejoués"],
    [
      "tarif.lot_termine",
      "Condition tarifaire « Casier, à l'heure » : lot de remboursements terminé",
    ],
    ["exploitant.modification", "Exploitant modifié"],
    ["exploitant.mois_cloture", "Mois clôturé"],
    ["referent.creation", "Référent ajouté"],
    ["compte.role_retire", "Rôle retiré à un compte"],
    ["compte.export", "Données d'un compte exportées"],
    ["compte.carte", "Carte bancaire enregistrée"],
    ["paiement.presentation", "Casier A1 : paiement présenté"],
    ["paiement.resultat", "Casier A1 : paiement non abouti"],
    ["paiement.manuel", "Casier A1 : paiement marqué comme payé"],
    ["paiement.annulation", "Casier A1 : paiement annulé"],
    ["paiement.ordre", "Casier A1 : ordre de paiement généré"],
    ["paiement.gratuit", "Casier A1 : paiement rendu gratuit"],
    ["paiement.reduit", "Casier A1 : montant réduit aux jours d'accès"],
    ["paiement.remboursement", "Casier A1 : remboursement demandé"],
    ["paiement.remboursement_refuse", "Casier A1 : remboursement refusé"],
    ["paiement.contestation", "Casier A1 : paiement contesté par le porteur de la carte"],
    ["paiement.contestation_gagnee", "Casier A1 : contestation gagnée"],
    ["paiement.contestation_perdue", "Casier A1 : contestation perdue"],
    ["paiement.recu_envoye", "Casier A1 : reçu envoyé à l'usager"],
    ["abonnement.creation", "Abonnement souscrit"],
    ["abonnement.echeance", "Échéance d'abonnement facturée"],
  ])("%s", (action, expected) => {
    expect(plain(sentenceOf(line(action), "casier"))).toBe(expected);
  });

  it("say « espace » in a collective station, and name a key by its label", () => {
    expect(sentenceOf(line("casier.activation"), "espace")).toBe("Espace A1 mis en service");
    expect(plain(sentenceOf(line("cle.creation", { libelle: "Appli" }), "casier"))).toBe(
      "Clé d'accès « Appli » créée",
    );
  });

  it("tell the outcome of a payment, without a place for that of a subscription", () => {
    const paid = line("paiement.resultat", { reponse: "PAID", statut: "PAID" });
    expect(plain(sentenceOf(paid, "espace"))).toBe("Espace A1 : paiement encaissé");
    const term = { ...paid, objet: { type: "paiement", id: 9, nom: "" } };
    expect(sentenceOf(term, "casier")).toBe("Paiement encaissé");
  });

  it("show an unknown action by its wire name", () => {
    expect(sentenceOf(line("casier.nouveaute"), "casier")).toBe("casier.nouveaute");
  });

  it("name the account, the field or the platform", () => {
    const nobody = (action: string) => ({ ...line(action), acteur: null }) as unknown as AuditLine;
    expect(actorOf(line("casier.code"))).toBe("Camille Exemple");
    expect(actorOf(nobody("utilisation.debut"))).toBe("Le terrain");
    expect(actorOf(nobody("compte.session_revoquee"))).toBe("La plateforme");
    expect(actorOf(nobody("utilisation.depassement"))).toBe("La plateforme");
  });
});

describe("the changes", () => {
  it.each<[string, AuditLine["changements"], string[]]>([
    [
      "compte.modification",
      { champs: "nom, telephone, email" },
      ["Champs modifiés : nom, téléphone, email"],
    ],
    ["station.modification", { ville: ["Grenoble", "Meylan"] }, ["Ville : Grenoble → Meylan"]],
    ["station.modification", { actif: [true, false] }, ["Actif : oui → non"]],
    [
      "station.modification",
      { stationType: ["indiv", "collec"] },
      ["Type de station : Individuelle → Collective sans comptage"],
    ],
    ["casier.modification", { type: [2, 1] }, ["Type : Vélo → Vélo cargo"]],
    ["casier.modification", { complement: ["", "Bas"] }, ["Informations : (vide) → Bas"]],
    ["casier.desactivation", { motif: "Serrure bloquée" }, ["Motif : Serrure bloquée"]],
    [
      "exploitant.modification",
      { complement: ["", "Étage 2"], metabaseId: [7, null] },
      ["Complément d'adresse : (vide) → Étage 2", "Identifiant Metabase : 7 → (vide)"],
    ],
    ["compte.creation", { role: "Hotline" }, ["Rôle : Hotline"]],
    ["utilisation.fin", { montant: 1250 }, ["Prix final : 12,50 €"]],
    ["utilisation.fin", { fin: "05/03/2026 14:05" }, ["Vraie fin : 05/03/2026 - 14h05"]],
    ["casier.creation", { nom: "A1" }, []],
    [
      "paiement.presentation",
      { montant: 1250, tentative: 2 },
      ["Montant : 12,50 €", "Tentative : n° 2"],
    ],
    [
      "paiement.resultat",
      { montant: 1250, statut: "PAID", reponse: "PAID" },
      ["Montant : 12,50 €", "Statut : PAYÉ"],
    ],
    [
      "paiement.resultat",
      { montant: 1250, statut: "PERMANENT_ERROR", reponse: "UNPAID" },
      ["Montant : 12,50 €", "Statut : ERREUR PERSISTANTE", "Réponse : IMPAYÉ"],
    ],
    [
      "abonnement.creation",
      { tarif: 4, reconductible: true },
      ["Condition tarifaire : n° 4", "Reconductible : oui"],
    ],
    [
      "abonnement.echeance",
      { echeance: 3, montant: 1500 },
      ["Échéance : n° 3", "Montant : 15,00 €"],
    ],
    [
      "tarif.modification",
      { montant: [50, 60], montantPromo: [null, 0], abonnement: [false, true] },
      [
        "Montant : 0,50 € → 0,60 €",
        "Montant promotionnel : (vide) → 0,00 €",
        "Type de tarif : Tarif horaire → Abonnement",
      ],
    ],
    [
      "tarif.modification",
      { nombreMinutesAvantDepassement: [1440, 5760], franchise: [false, true] },
      ["Temps limite avant dépassement : 1 j → 4 j", "Franchise : non → oui"],
    ],
    ["tarif.plages", { libelle: "Casier, à l'heure", ajout: "Nuit" }, ["Ajout : Nuit"]],
    ["tarif.usagers", { remplacement: 12 }, ["Remplacement de toute la liste : 12"]],
    [
      "tarif.casiers",
      { station: 5, casiers: 1200 },
      ["Station : n° 5", "Casiers auxquels elle s'applique : 1 200"],
    ],
    [
      "tarif.lot",
      { lot: 3, rejeu: 7, nombre: 1200, montant: 45000 },
      [
        "Lot de remboursements : n° 3",
        "Rejeu : n° 7",
        "Nombre d'utilisations : 1 200",
        "Montant : 450,00 €",
      ],
    ],
    ["utilisation.depassement", {}, []],
    [
      "exploitant.mois_cloture",
      { mois: "2026-10", montantDu: 7000 },
      ["Mois : octobre 2026", "Solde exigible : 70,00 €"],
    ],
    [
      "exploitant.comptes",
      { usagers: ["411000", "411900"] },
      ["Compte des usagers : 411000 → 411900"],
    ],
    [
      "station.modification",
      {
        mobilier: ["", "RATELIER"],
        couverture: [null, true],
        anneeMiseEnService: [null, 2017],
        codeCommune: ["38185", ""],
      },
      [
        "Mobilier : (vide) → Râtelier",
        "Abritée de la pluie : (vide) → oui",
        "Année de mise en service : (vide) → 2017",
        "Code commune : 38185 → (vide)",
      ],
    ],
    ["cle.creation", { libelle: "Appli" }, []],
    [
      "compte.revendication",
      { cle: 1, compte: 252, exploitant: 1 },
      ["Clé d'accès : n° 1", "Compte ouvert : n° 252", "Exploitant : Métropole de Grandval"],
    ],
    ["compte.presentation", { exploitant: 7 }, ["Exploitant : n° 7"]],
    [
      "tache.abandon",
      { genre: "conservation", tentatives: 8, cause: "introuvable" },
      ["Genre : Conservation d'un compte", "Tentatives : 8", "Dernière erreur : Donnée manquante"],
    ],
    [
      "tache.relance",
      { genre: "nouveaute", cause: "nouveaute" },
      ["Genre : nouveaute", "Dernière erreur : nouveaute"],
    ],
    [
      "paiement.remboursement_refuse",
      { montant: 1250, double: true },
      ["Montant : 12,50 €", "Encaissement en double : oui"],
    ],
    ["paiement.contestation", { montant: 445 }, ["Montant : 4,45 €"]],
    ["ligne.prise_en_charge", { responsable: [null, 12] }, ["Pris en charge par : (vide) → n° 12"]],
    ["plateforme.demonstration", { graine: 42, stations: 12 }, ["Graine : n° 42", "Stations : 12"]],
  ])("%s %j", (action, changements, expected) => {
    const noms = { exploitant: { 1: "Métropole de Grandval" } };
    expect(changesOf({ ...line(action, changements), noms }).map(plain)).toEqual(expected);
  });
});

it("names what a change identifies, where the reader may know it", () => {
  const given = line("ligne.prise_en_charge", { responsable: [null, 4] });
  const noms = { responsable: { 4: "Camille Exemple" } };
  expect(changesOf({ ...given, noms }).map(plain)).toEqual([
    "Pris en charge par : (vide) → Camille Exemple",
  ]);
});

it("the server has the words of what changed", async () => {
  const words = {
    champs: { "": FIELD_NAMES, ...NAMES_OF, tache: WORK_NAMES, ligne: LINE_NAMES },
    valeurs: {
      ...WORDS_OF,
      type: LOCKER_TYPE_WORDS,
      droits: Object.fromEntries(RIGHTS.map((right) => [right, rightLabel(right)])),
      evenements: Object.fromEntries(LOGGED_EVENTS.map((event) => [event, eventLabel(event)])),
    },
    numeros: NUMBERED,
  };
  await expect(`${JSON.stringify(words, null, 2)}\n`).toMatchFileSnapshot(
    "../../../../internal/server/api/desk/audit_words.json",
  );
});

const written = import.meta.glob<string>(
  ["../../../../internal/{domain,demo}/**/*.go", "!**/*_test.go"],
  { query: "?raw", import: "default", eager: true },
);

/** The names that the server gives to the facts of a line, in the sources of one package. */
function factsIn(source: string): string[] {
  const maps = [...source.matchAll(/map\[string\]any\{(.*?)\}(?![,}])/gs)];
  const named = maps.flatMap(([, body]) => [...(body ?? "").matchAll(/"(\w+)":/g)]);
  const added = source.matchAll(/\b(?:changes|facts)\["(\w+)"\]/g);
  return [...named, ...added].flatMap(([, name]) => name ?? []);
}

/** The object of the lines of a package, where it has names of its own. */
const OBJECTS: Record<string, string> = {
  tariff: "tarif.modification",
  repricing: "tarif.rejeu",
  operator: "exploitant.modification",
  statement: "exploitant.mois_cloture",
  availability: "exploitant.engagement",
  payment: "paiement.resultat",
  document: "paiement.resultat",
  subscription: "abonnement.creation",
  queue: "tache.abandon",
  worklist: "ligne.report",
  demo: "plateforme.demonstration",
  imports: "exploitant.import",
  reconciliation: "ecart.explication",
  waiting: "attente.fin",
  leftbike: "velo.etape",
  intervention: "intervention.ouverture",
};

it("every fact that the server writes has a French name", () => {
  const facts = Object.entries(written).flatMap(([path, source]) => {
    const action = OBJECTS[path.split("/").at(-2) ?? ""] ?? "compte.modification";
    return factsIn(source).map((name) => ({ action, name }));
  });
  expect(facts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["cle", "champs", "double", "graine", "metabaseId", "tentatives"]),
  );
  const unnamed = facts.filter(({ action, name }) =>
    changesOf(line(action, { [name]: "x" })).some((fact) => fact.startsWith(`${name}\u00a0:`)),
  );
  expect(unnamed).toEqual([]);
});

it("the block pages through the lines of the station, ten at a time", async () => {
  signedIn();
  server.use(
    http.get("/api/admin/journal", ({ request }) => {
      const query = new URL(request.url).searchParams;
      expect(query.get("objet")).toBe("station:5");
      expect(query.get("exploitant")).toBe("1");
      const items =
        query.get("page") === "1"
          ? Array.from({ length: 10 }, (_, i) => line("casier.code", {}, 20 - i))
          : [line("casier.desactivation", { motif: "Serrure bloquée" }, 1)];
      return HttpResponse.json({ items, total: 11 });
    }),
  );
  renderApp("/tb-stations/5/details");
  const block = await screen.findByRole("region", { name: "Journal" });
  expect(await within(block).findByText("1 à 10 sur 11 résultats")).toBeVisible();
  await userEvent.click(within(block).getByRole("button", { name: "Page suivante" }));
  const row = await within(block).findByRole("row", { name: /mis hors service/ });
  expect(row).toHaveTextContent("21/11/2026 - 08h02Camille ExempleCasier A1 mis hors service");
  expect(plain(row.textContent ?? "")).toContain("Motif : Serrure bloquée");
});
