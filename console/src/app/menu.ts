import type { Rights } from "@/auth/rights";
import { type MenuPage, menuPages, type Page } from "./pages";

export interface Menu {
  administration: MenuPage[];
  operator: MenuPage[];
}

export function mayOpen({ needs }: Pick<Page, "needs">, rights: Rights): boolean {
  if (!needs) return true;
  return needs === "administrator" ? rights.administrator : rights.can(needs);
}

/** The side menu: the administration for administrators, the operator's pages for everybody. */
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
 * The menu without the pages that the server would refuse: what home and palette offer. To every
 * operator the statistics, for who has no dashboard in Metabase has the built-in one.
 */
export function offerFor(rights: Rights): Menu {
  const { administration, operator } = menuFor(rights, true);
  return { administration, operator: operator.filter((page) => mayOpen(page, rights)) };
}
