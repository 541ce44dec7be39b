import type { AuditLine } from "@/entities/audit/api";
import { KINDS } from "@/entities/audit/sentences";
import { type Destination, lockerDestination } from "@/kit/routing/destination";
import { PageLink } from "@/kit/routing/PageLink";

/** The kind and number of what a line is about, by which the log is filtered, with its page where it has one. */
export function AuditObjectLink({ line, all }: { line: AuditLine; all: boolean }) {
  const { type, id } = line.objet;
  const kind = KINDS[type] ?? type;
  if (id === 0) return kind;
  const name = `${type === "casier" ? "Casier" : kind}\u00a0n°\u00a0${id}`;
  const page = pageOf(line, all ? "" : "-exploitant");
  return page ? <PageLink {...page} name={name} /> : name;
}

/** `whose` ends the addresses of lists of one operator. */
function pageOf({ action, objet, station }: AuditLine, whose: string): Destination | undefined {
  if (action.endsWith(".suppression") || action.endsWith(".anonymisation")) return;
  switch (objet.type) {
    case "compte":
      return { to: `/gestion-utilisateurs${whose}/${objet.id}/details` };
    case "paiement":
      return { to: `/liste-paiements${whose}`, search: { paiement: objet.id } };
    case "tarif":
      return { to: `/gestion-tarifs/${objet.id}/details` };
    case "station":
      return { to: `/tb-stations/${objet.id}/details` };
    case "casier":
      return station ? lockerDestination(station, objet) : undefined;
    default:
      return;
  }
}
