import type { Rights } from "@/session/rights";
import { mayOpen } from "../../access";
import { type FeaturePath, offered, PAGES } from "../../menu";

/** The chapters of docs/aide, each with the pages that it is about, in the order of a manager's work. */
export const CHAPTERS = {
  "premiers-pas": ["/"],
  "a-traiter": ["/a-traiter"],
  stations: ["/tb-stations", "/tb-stations/$id/details"],
  "configurer-une-station": [
    "/gestion-stations",
    "/gestion-stations/$id/details",
    "/creation-station",
  ],
  appel: ["/recit"],
  terrain: ["/mode-maintenance", "/interventions"],
  usagers: [
    "/gestion-utilisateurs-exploitant",
    "/gestion-utilisateurs-exploitant/$id/details",
    "/gestion-utilisateurs",
    "/gestion-utilisateurs/$id/details",
  ],
  utilisations: ["/historique-utilisations-exploitant", "/historique-utilisations"],
  abonnements: ["/abonnements"],
  "liste-attente": ["/liste-attente"],
  "velos-laisses": ["/velos-laisses"],
  tarifs: [
    "/gestion-tarifs",
    "/gestion-tarifs/$id/details",
    "/creation-tarif",
    "/gestion-tarifs/$id/rejeux",
    "/rejeux/$id",
    "/lots/$id",
  ],
  paiements: ["/liste-paiements-exploitant", "/liste-paiements"],
  creances: ["/creances"],
  rapprochement: ["/rapprochement"],
  reddition: ["/reddition", "/reddition/$mois", "/attestation"],
  disponibilite: ["/disponibilite"],
  equipe: ["/mon-equipe"],
  statistiques: ["/dashboard-metabase-exploitant", "/dashboard-metabase"],
  journal: ["/journal"],
  exploitants: ["/gestion-exploitants", "/gestion-exploitants/$id/details", "/creation-exploitant"],
  "cles-et-notifications": [
    "/gestion-exploitants/$id/notifications-sortantes/$idNotification/details",
  ],
  "connexion-et-securite": ["/connexion-unique", "/securite"],
  "mon-compte": ["/mon-compte"],
} as const satisfies Record<string, readonly (FeaturePath | "/")[]>;

export type Slug = keyof typeof CHAPTERS;

const SLUGS = Object.keys(CHAPTERS) as Slug[];

/** What stands first for each role, whose days begin otherwise; the other chapters follow in the order above. */
const FIRST = {
  administrator: ["premiers-pas", "exploitants", "cles-et-notifications", "connexion-et-securite"],
  manager: [],
  hotline: ["premiers-pas", "appel", "a-traiter", "usagers", "utilisations", "paiements"],
  technician: ["premiers-pas", "terrain", "stations", "velos-laisses"],
} as const satisfies Record<string, readonly Slug[]>;

/** Reports whether the account has something to do on the page; of one record, only the server knows. */
function concerns(path: FeaturePath | "/", rights: Rights): boolean {
  if (path === "/") return true;
  const page = PAGES.get(path);
  return page !== undefined && page.access !== "record" && offered(page, rights);
}

/** Returns the chapters about pages that the account may open, in the order of its work. */
export function chaptersFor(rights: Rights): Slug[] {
  const order = new Set<Slug>([...FIRST[roleOf(rights)], ...SLUGS]);
  return [...order].filter((slug) => CHAPTERS[slug].some((path) => concerns(path, rights)));
}

function roleOf({ administrator, can }: Rights): keyof typeof FIRST {
  if (administrator) return "administrator";
  if (can("DROIT_TARIFS_ECRITURE")) return "manager";
  return can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE") ? "technician" : "hotline";
}

/** Returns the chapter about the page at this address; undefined where there is none. */
export function chapterAbout(address: string): Slug | undefined {
  return SLUGS.find((slug) => CHAPTERS[slug].some((path) => leadsTo(path, address)));
}

/** Reports whether the account may open the page at this address, for the links of a chapter. */
export function mayFollow(address: string, rights: Rights): boolean {
  const path = [...PAGES.keys()].find((path) => leadsTo(path, address));
  const page = path && PAGES.get(path);
  return !page || mayOpen(page.access, rights);
}

function leadsTo(path: string, address: string): boolean {
  const parts = address.split("/");
  const named = path.split("/");
  return (
    parts.length === named.length &&
    named.every((part, i) => part === parts[i] || (part.startsWith("$") && parts[i] !== ""))
  );
}
