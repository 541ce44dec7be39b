import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { client } from "@/api/client";
import type { Right } from "@/api/rights";
import { createAppRouter } from "@/app/router";
import { createQueryClient } from "@/data/queryClient";
import { bearer } from "@/session/bearer";
import { type ChosenOperator, chooseOperator } from "@/session/operator";
import { toastStore } from "@/ui/feedback/notify";
import { Providers } from "@/ui/layout/Providers";
import {
  ALL_RIGHTS,
  account,
  brume,
  emptyWorklist,
  grandval,
  locker,
  makeToken,
  nothingFound,
  openSession,
  operatorSettings,
  ownAccount,
  payment,
  station,
  tariff,
} from "./data";

/**
 * The API as an administrator with two operators and one station sees it; each test overrides what it is
 * about.
 */
export const server = setupServer(
  http.get("/healthz", () => HttpResponse.json({ status: "ok", version: "" })),
  http.get("/api/admin/exploitants", () => HttpResponse.json([grandval, brume])),
  http.get("/api/admin/compte/details", () => HttpResponse.json(ownAccount(ALL_RIGHTS))),
  http.get("/api/admin/compte/sessions", () => HttpResponse.json({ sessions: [openSession()] })),
  http.get("/api/admin/station/exploitant/:id", () => HttpResponse.json([station()])),
  http.get("/api/admin/station/:id", () =>
    HttpResponse.json({ ...station(), casiers: [locker(), locker({ id: 2, nom: "A2" })] }),
  ),
  http.get("/api/admin/station/:id/tarifs", () => HttpResponse.json([])),
  http.get("/api/admin/tarif/tarif-pour-exploitant", () => HttpResponse.json([tariff()])),
  http.get("/api/admin/journal", () => HttpResponse.json({ items: [], total: 0 })),
  http.get("/api/admin/utilisateurs", () => HttpResponse.json({ items: [account()], total: 1 })),
  http.get("/api/admin/utilisateur/:id", () => HttpResponse.json(account())),
  http.get("/api/admin/utilisateur/:id/occupation/detail", () =>
    HttpResponse.json({ items: [], total: 0 }),
  ),
  http.get("/api/admin/utilisateur/:id/abonnements", () =>
    HttpResponse.json({ items: [], total: 0 }),
  ),
  http.get("/api/admin/exploitant/:id/interventions", () =>
    HttpResponse.json({ items: [], total: 0 }),
  ),
  http.get("/api/admin/exploitant/:id/engagements-disponibilite", () =>
    HttpResponse.json({ items: [] }),
  ),
  http.get("/api/admin/exploitant/:id/attentes", () => HttpResponse.json({ items: [], total: 0 })),
  http.get("/api/admin/exploitant/:id/velos-laisses", () =>
    HttpResponse.json({ items: [], total: 0 }),
  ),
  http.get("/api/admin/occupation/:id/terminer", () =>
    HttpResponse.json({ prixActuel: 150, lignes: [] }),
  ),
  http.get("/api/admin/paiements", () => HttpResponse.json({ items: [payment()], total: 1 })),
  http.get("/api/admin/paiements/exploitant/:id", () =>
    HttpResponse.json({ items: [payment()], total: 1 }),
  ),
  ...[
    "/api/admin/paiements/sommes",
    "/api/admin/paiements/exploitant/:id/sommes",
    "/api/admin/usages/sommes",
  ].map((path) => http.get(path, () => HttpResponse.json({ encaisse: null, du: null }))),
  http.get("/api/admin/abonnements", () =>
    HttpResponse.json({ items: [], total: 0, revenuMensuel: 0 }),
  ),
  http.get("/api/admin/paiements/vues", () => HttpResponse.json([])),
  http.get("/api/admin/paiement/:id", () => HttpResponse.json(payment())),
  http.get("/api/admin/usages", () => HttpResponse.json({ history: [], count: 0 })),
  http.get("/api/admin/carte", () => HttpResponse.json({ tuiles: "", attribution: "" })),
  http.get("/api/admin/exploitant/:id", () => HttpResponse.json(grandval)),
  http.get("/api/admin/exploitant/:id/reglages", () => HttpResponse.json(operatorSettings())),
  http.get("/api/admin/tarif/:id/abonnements/effet", () =>
    HttpResponse.json({
      prevenus: { nombre: 0, jours: [] },
      termines: { nombre: 0, jours: [] },
    }),
  ),
  http.get("/api/admin/utilisateur/:id/abonnements/effet", () =>
    HttpResponse.json({ nombre: 0, jours: [] }),
  ),
  http.get("/api/admin/referents/exploitant/:id", () => HttpResponse.json([])),
  http.get("/api/admin/gestionnaires/exploitant/:id", () => HttpResponse.json([])),
  http.get("/api/admin/personnel/exploitant/:id", () => HttpResponse.json([])),
  http.get("/api/admin/exploitant/:id/cles", () => HttpResponse.json([])),
  http.get("/api/admin/exploitant/:id/notifications", () => HttpResponse.json([])),
  http.get("/api/admin/exploitant/:id/compteurs", () =>
    HttpResponse.json({
      stations: 4,
      stationsInactives: 1,
      casiersValides: 60,
      casiersLibres: 41,
      casiersOccupes: 19,
      casiersInactifs: 2,
      utilisationsEnCours: 23,
      casiers: { valides: 40, libres: 31, occupes: 9, inactifs: 2 },
      places: { valides: 20, libres: 10, occupes: 10, inactifs: 0 },
    }),
  ),
  http.get("/api/admin/exploitant/:id/journee", () =>
    HttpResponse.json({
      jour: "2026-11-22",
      precedent: "2026-11-15",
      heure: 18,
      utilisations: { valeur: 96, precedente: 140, precedenteALHeure: 110 },
      depassements: { valeur: 3, precedente: 5 },
      recettes: { valeur: 12350, precedente: 20000 },
    }),
  ),
  ...["/api/admin/casier/:id/code", "/api/admin/casier/:id/maintenance/code"].map((path) =>
    http.get(path, () => HttpResponse.json({ etat: "inconnu" })),
  ),
  http.get("/api/admin/exploitant/:id/a-traiter", () => HttpResponse.json(emptyWorklist)),
  http.get("/api/admin/exploitant/:id/a-faire-sur-place", () =>
    HttpResponse.json({ total: 0, items: [] }),
  ),
  http.get("/api/admin/recit/exploitant/:id", () => HttpResponse.json(nothingFound)),
  http.get("/api/admin/taches-en-echec", () => HttpResponse.json({ total: 0, items: [] })),
  ...["/api/admin/iloo/analytics", "/api/admin/iloo/analytics/:id"].map((path) =>
    http.get(path, () =>
      HttpResponse.json({ iframeUrl: "/tableau-de-bord#jeton", dureeValidite: 600 }),
    ),
  ),
  http.get("/api/compte/connexion/fournisseurs", () => HttpResponse.json({ fournisseurs: [] })),
  http.get("/api/admin/compte/fournisseurs", () => HttpResponse.json({ identites: [] })),
  http.get("/api/admin/utilisateur/:id/fournisseurs", () => HttpResponse.json({ identites: [] })),
  http.post("/api/admin/compte/fin-session", () => HttpResponse.json({ adresse: null })),
  http.post("/api/token/invalidate", () =>
    HttpResponse.json({ message: "La session est terminée." }),
  ),
);

/** Starts the mocked API for every test of the file; each test starts with empty storage and no message. */
export function withTestServer(): void {
  beforeAll(() => {
    client.use(bearer);
    server.listen({ onUnhandledRequest: "error" });
  });
  beforeEach(() => {
    chooseOperator(null);
    localStorage.clear();
    sessionStorage.clear();
    for (const { id } of toastStore.snapshot()) toastStore.dismiss(id);
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => {
    server.close();
    client.eject(bearer); // files share the client, and those of the dashboard have a token of their own
  });
}

export function signedIn({
  operator = grandval as ChosenOperator | null,
  rights = ALL_RIGHTS as readonly Right[],
} = {}): void {
  localStorage.setItem("token", makeToken());
  localStorage.setItem("refreshToken", "r1");
  chooseOperator(operator);
  server.use(http.get("/api/admin/compte/details", () => HttpResponse.json(ownAccount(rights))));
}

export function renderApp(path: string) {
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retry: false } });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  render(
    <Providers queryClient={queryClient}>
      <RouterProvider router={router} />
    </Providers>,
  );
  return { router, path: () => router.state.location.pathname };
}
