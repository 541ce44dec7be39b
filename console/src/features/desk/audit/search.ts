import * as v from "valibot";
import { day, flag, number, words } from "@/kit/filters/kinds";

/** The filters and the page of the audit log, kept in the URL. */
export const auditSearch = v.object({
  du: day.address,
  au: day.address,
  /** The number of the account that acted. */
  acteur: number(1),
  /** A kind, or one object as in « casier:12 ». */
  objet: words,
  action: words,
  /** All operators instead of the chosen one, for administrators. */
  tous: flag("oui").address,
  page: number(1),
  /** The keys by which the buttons lead from page to page; `page` then only counts them. */
  apres: words,
  avant: words,
});

export type AuditSearch = v.InferOutput<typeof auditSearch>;

export const NO_FILTER = {
  du: undefined,
  au: undefined,
  acteur: undefined,
  objet: undefined,
  action: undefined,
} satisfies Partial<AuditSearch>;
