import { createMemoryHistory } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { RIGHTS, RIGHTS_OF_ROLE } from "@/api/rights";
import { createQueryClient } from "@/data/queryClient";
import { toRights } from "@/session/rights";
import { renderApp, server, signedIn, withTestServer } from "@/test/app";
import { grandval } from "@/test/data";
import { mayOpen } from "./access";
import { createAppRouter } from "./router";

withTestServer();

const ROLES = {
  administrator: RIGHTS,
  manager: RIGHTS_OF_ROLE.Gestionnaire,
  hotline: RIGHTS_OF_ROLE.Hotline,
  technician: RIGHTS_OF_ROLE.Mainteneur,
  nobody: [],
};
type Role = keyof typeof ROLES;

const STAFF: Role[] = ["administrator", "manager", "hotline", "technician"];
const ALL: Role[] = [...STAFF, "nobody"];

/** Who may open each page; of one record, the server says the rest. */
const SEEN_BY: Record<string, Role[]> = {
  "/": ALL,
  "/mon-compte": ALL,
  "/aide": ALL,
  "/aide/$chapitre": ALL,
  "/playground": ALL,
  "/accessibilite": ALL,
  "/connexion": ALL,
  "/connexion/retour": ALL,
  "/oubli-mdp": ALL,
  "/nouveau-mot-de-passe": ALL,
  "/confirmer-adresse": ALL,
  "/confirmer-inscription": ALL,
  "/gestion-exploitants": ["administrator"],
  "/gestion-exploitants/$id/details": ["administrator"],
  "/gestion-exploitants/$id/notifications-sortantes/$idNotification/details": ["administrator"],
  "/creation-exploitant": ["administrator"],
  "/gestion-utilisateurs": ["administrator"],
  "/gestion-utilisateurs/$id/details": ["administrator"],
  "/liste-paiements": ["administrator"],
  "/historique-utilisations": ["administrator"],
  "/dashboard-metabase": ["administrator"],
  "/connexion-unique": ["administrator"],
  "/securite": ["administrator"],
  "/a-traiter": STAFF,
  "/tb-stations": STAFF,
  "/tb-stations/$id/details": ALL,
  "/gestion-utilisateurs-exploitant": ["administrator", "manager", "hotline"],
  "/gestion-utilisateurs-exploitant/$id/details": ["administrator", "manager", "hotline"],
  "/abonnements": STAFF,
  "/liste-attente": STAFF,
  "/velos-laisses": STAFF,
  "/mon-equipe": STAFF,
  "/liste-paiements-exploitant": STAFF,
  "/historique-utilisations-exploitant": STAFF,
  "/dashboard-metabase-exploitant": STAFF,
  "/gestion-stations": STAFF,
  "/gestion-stations/$id/details": ALL,
  "/creation-station": ["administrator", "manager"],
  "/gestion-tarifs": ["administrator", "manager", "hotline"],
  "/gestion-tarifs/$id/details": ALL,
  "/gestion-tarifs/$id/rejeux": ALL,
  "/rejeux/$id": ALL,
  "/lots/$id": ALL,
  "/creation-tarif": ["administrator", "manager"],
  "/attestation": ["administrator", "manager"],
  "/rapprochement": ["administrator", "manager"],
  "/creances": ["administrator", "manager"],
  "/disponibilite": ["administrator", "manager"],
  "/reddition": ["administrator", "manager"],
  "/reddition/$mois": ["administrator", "manager"],
  "/recit": STAFF,
  "/interventions": STAFF,
  "/mode-maintenance": ["administrator", "manager", "technician"],
  "/journal": STAFF,
};

const routes = Object.entries(
  createAppRouter(createQueryClient(), createMemoryHistory()).routesByPath,
).flatMap(([path, { options }]) => {
  const page = options.staticData?.page;
  return page ? [{ path, page }] : [];
});

it.each(routes)("$path is for those who may open it", ({ path, page }) => {
  const seenBy = ALL.filter((role) =>
    mayOpen(page.access, toRights(ROLES[role].map((droit) => ({ droit })))),
  );
  expect(seenBy).toEqual(SEEN_BY[path]);
});

describe("the shell", () => {
  const guarded = routes.filter(({ path }) => !SEEN_BY[path]?.includes("nobody"));

  it.each(guarded)("refuses $path to accounts without the right", async ({ path, page }) => {
    signedIn({ rights: [] });
    renderApp(path.replace("$id", "1").replace("$idNotification", "1").replace("$mois", "2026-10"));
    expect(
      await screen.findByText("Accès refusé. Cette page n'est pas accessible avec votre compte."),
    ).toBeVisible();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("heading", { level: 1, name: page.title })).toBeVisible();
    expect(main.queryAllByRole("button")).toEqual([]);
    const back = main.queryAllByRole("link").map((link) => link.getAttribute("href"));
    expect(back).toEqual([...(page.parent ? [page.parent.to] : []), "/"]); // the last one is « Retour à l'accueil »
    const named = page.access !== "administrator";
    expect(main.queryAllByText(grandval.nom)).toHaveLength(named ? 1 : 0);
  });

  it("shows the pages of an operator that is not there as empty", async () => {
    signedIn({ operator: null, rights: [] });
    server.use(http.get("/api/admin/exploitants", () => HttpResponse.json([])));
    renderApp("/creation-station");
    expect(await screen.findByText(/^Une station se crée chez un exploitant/)).toBeVisible();
    expect(screen.queryByText(/^Accès refusé/)).toBeNull();
  });
});
