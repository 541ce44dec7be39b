import type { Access } from "@/kit/routing/page";
import type { Rights } from "@/session/rights";

/** Reports whether an account with these rights at the chosen operator may open the page. */
export function mayOpen(access: Access, rights: Rights): boolean {
  if (access === "administrator") return rights.administrator;
  return typeof access === "string" || access.some(rights.can);
}
