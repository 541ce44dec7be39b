import type { MenuEntry, Page } from "@/kit/routing/page";
import type { Rights } from "@/session/rights";
import { mayOpen } from "./access";
import { featureRoutes } from "./routes";

export type FeaturePath = (typeof featureRoutes)[number]["fullPath"];

/** The pages of the features, by their paths. */
export const PAGES = new Map(
  featureRoutes.map(({ options }) => [
    (options as { path: FeaturePath }).path,
    options.staticData?.page,
  ]),
);

/** A path without identifiers. */
export type PlainPath = Exclude<FeaturePath, `${string}$${string}`>;

export interface MenuPage extends Page {
  path: PlainPath;
  menu: MenuEntry;
}

export interface Menu {
  administration: MenuPage[];
  operator: MenuPage[];
}

/** The pages with a menu entry, in the order of the menus. */
export const MENU: Menu = {
  administration: pagesAt([
    "/gestion-exploitants",
    "/gestion-utilisateurs",
    "/liste-paiements",
    "/historique-utilisations",
    "/dashboard-metabase",
    "/connexion-unique",
    "/securite",
  ]),
  operator: pagesAt([
    "/a-traiter",
    "/tb-stations",
    "/gestion-utilisateurs-exploitant",
    "/abonnements",
    "/liste-attente",
    "/velos-laisses",
    "/mon-equipe",
    "/liste-paiements-exploitant",
    "/historique-utilisations-exploitant",
    "/dashboard-metabase-exploitant",
    "/gestion-stations",
    "/gestion-tarifs",
    "/recit",
    "/mode-maintenance",
    "/interventions",
    "/journal",
    "/creances",
    "/reddition",
    "/disponibilite",
  ]),
};

function pagesAt(paths: PlainPath[]): MenuPage[] {
  return paths.flatMap((path) => {
    const page = PAGES.get(path);
    return page?.menu ? [{ ...page, path, menu: page.menu }] : [];
  });
}

/** Reports whether the account has something to do on the page. */
export const offered = ({ access, menu }: Page, rights: Rights): boolean =>
  menu?.right ? rights.can(menu.right) : mayOpen(access, rights);

/** Returns the side menu: the administration for administrators, the operator's pages for every account. */
export function menuFor(rights: Rights, hasDashboard: boolean): Menu {
  return {
    administration: rights.administrator ? MENU.administration : [],
    operator: MENU.operator.filter(
      (page) =>
        (!page.menu.gated || offered(page, rights)) && (!page.menu.needsDashboard || hasDashboard),
    ),
  };
}

/**
 * Returns the menu without the pages that the shell would refuse, for the home page and the palette.
 * Statistics are always included: an operator without a dashboard in Metabase has the built-in one.
 */
export function allowedPages(rights: Rights): Menu {
  const { administration, operator } = menuFor(rights, true);
  return { administration, operator: operator.filter((page) => offered(page, rights)) };
}
