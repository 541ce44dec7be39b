import type { AuditLine } from "@/entities/audit/api";
import { type Destination, lockerDestination } from "@/kit/routing/destination";
import { PageLink } from "@/kit/routing/PageLink";
import { objectName } from "./objectName";

/** What a line is about, by its name or else by its number, with its page where it has one. */
export function AuditObjectLink({ line, all }: { line: AuditLine; all: boolean }) {
  const name = objectName(line.objet);
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
