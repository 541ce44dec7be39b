import * as v from "valibot";
import { FAMILY_OF, type SecurityKind } from "@/api/security";
import { day, number, oneOf, words } from "@/kit/filters/kinds";

export const KINDS = Object.keys(FAMILY_OF) as SecurityKind[];
export const FAMILIES = [...new Set(Object.values(FAMILY_OF))];

/** The filters, the page and the open row of the security events, kept in the URL. */
export const securitySearch = v.object({
  du: day.address,
  au: day.address,
  famille: oneOf(FAMILIES),
  type: oneOf(KINDS),
  /** The number of the account concerned, and of the one that acted. */
  compte: number(1),
  acteur: number(1),
  /** An address, or a network as in « 192.0.2.0/24 ». */
  adresse: words,
  motif: words,
  page: number(1),
  /** The keys by which the buttons lead from page to page; `page` then only counts them. */
  apres: words,
  avant: words,
  /** The id of the open row. */
  ligne: number(1),
});

export type SecuritySearch = v.InferOutput<typeof securitySearch>;

export const NO_FILTER = {
  du: undefined,
  au: undefined,
  famille: undefined,
  type: undefined,
  compte: undefined,
  acteur: undefined,
  adresse: undefined,
  motif: undefined,
} satisfies Partial<SecuritySearch>;
