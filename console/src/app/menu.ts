import type { Rights } from "@/session/rights";
import { type MenuPage, menuPages, type Page } from "./pages";

export interface Menu {
  administration: MenuPage[];
  operator: MenuPage[];
}

export function mayOpen({ needs }: Pick<Page, "needs">, rights: Rights): boolean {
  if (!needs) return true;
  return needs === "administrator" ? rights.administrator : rights.can(needs);
}

/** Returns the side menu: the administration for administrators, the operator's pages for every account. */
export function menuFor(rights: Rights, hasDashboard: boolean): Menu {
  const shown = ({ menu, needs }: MenuPage) =>
    (!menu.gated || mayOpen({ needs }, rights)) && (!menu.needsDashboard || hasDashboard);
  return {
    administration: rights.administrator
      ? menuPages.filter(({ menu }) => menu.group === "administration")
      : [],
    operator: menuPages.filter((page) => page.menu.group === "operator" && shown(page)),
  };
}

/**
 * Returns the menu without the pages that the server would refuse, for the home page and the palette.
 * Statistics are always included: an operator without a dashboard in Metabase has the built-in one.
 */
export function allowedPages(rights: Rights): Menu {
  const { administration, operator } = menuFor(rights, true);
  return { administration, operator: operator.filter((page) => mayOpen(page, rights)) };
}
