import type { TablerIcon } from "@tabler/icons-react";
import { useMatch } from "@tanstack/react-router";
import type { Right } from "@/api/rights";

/** What a route says of its page, in its staticData. Titles, menus, home page, palette and refusals read it. */
export interface Page {
  title: string;
  access: Access;
  menu?: MenuEntry;
  /** The list that the page belongs to, where its back arrow leads; changing operator leads there too. */
  parent?: { to: string; label: string };
}

/**
 * Who may open a page; the shell refuses it to other accounts.
 * - public: everybody, without a session.
 * - account: every account of the console.
 * - administrator: administrators.
 * - record: whoever may read the record. It may be another operator's than the chosen one, whose rights only
 *   the server knows.
 * - rights: accounts with any of them at the chosen operator.
 */
export type Access = "public" | "account" | "administrator" | "record" | readonly Right[];

export interface MenuEntry {
  label: string;
  icon: TablerIcon;
  /** What the menu opens a list with; its plain address shows all. */
  opens?: { suivi: "a-suivre" };
  /** The right to which the page is offered, when others may open it only to read. */
  right?: Right;
  /** Hides the entry of the side menu from accounts to which the page is not offered; else all see it. */
  gated?: true;
  /** Hidden when the chosen operator has no dashboard in Metabase. */
  needsDashboard?: true;
  /** Shows the number of worklist items beside the entry. */
  counted?: true;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    page?: Page;
  }
}

/** Returns what the route of the page says of it; undefined for the frame around pages. */
export function usePage(): Page | undefined {
  return useMatch({ strict: false, select: ({ staticData }) => staticData.page });
}

/** Returns the back arrow of the page, as its route declares it. */
export function useBack(): Page["parent"] {
  return usePage()?.parent;
}
