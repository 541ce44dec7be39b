import { PageLink } from "@/kit/routing/PageLink";
import type { Delivery } from "./api";

const KINDS: Record<string, string> = {
  utilisation: "Utilisation",
  paiement: "Paiement",
  casier: "Casier",
  station: "Station",
};

/** What an event is about, with its page where it has one. */
export function ObjectLink({ objet: { genre, id } }: Pick<Delivery, "objet">) {
  const kind = KINDS[genre];
  if (!kind) return "–";
  const name = `${kind}\u00a0n°\u00a0${id}`;
  if (genre === "paiement")
    return <PageLink to="/liste-paiements" search={{ paiement: id }} name={name} />;
  if (genre === "station") return <PageLink to={`/tb-stations/${id}/details`} name={name} />;
  return name;
}
