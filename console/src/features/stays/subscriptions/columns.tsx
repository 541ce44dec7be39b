import { ofName } from "@/entities/account/names";
import { placeName, subscriptionState } from "@/entities/subscription/words";
import { formatDate, formatEuros } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import { customerName } from "../customerName";
import type { ListedSubscription } from "./api";

/** The stations where the tariff applies: the first, and how many others there are. */
export function stationsInShort({ stations, nombreStations }: ListedSubscription): string {
  const [first] = stations;
  if (!first) return "–";
  if (nombreStations === 1) return first.nom;
  return nombreStations === 2
    ? `${first.nom} et une autre`
    : `${first.nom} et ${nombreStations - 1} autres`;
}

/** The price of a term, with its length. */
const price = ({ montant, unite }: ListedSubscription) => `${formatEuros(montant)} par ${unite}`;

/** When the next term begins; else when the subscription ends, or ended. */
function term({ date_prochain_paiement: next, fin }: ListedSubscription): string {
  if (next) return formatDate(next);
  return fin ? `Fin le ${formatDate(fin)}` : "–";
}

export const columns: Column<ListedSubscription>[] = [
  {
    key: "usager",
    header: "Usager",
    render: ({ utilisateur }) => customerName(utilisateur),
  },
  { key: "tarif", header: "Abonnement", render: ({ tarif }) => tarif.nom },
  {
    key: "place",
    header: "Station ou casier",
    render: (subscription) => placeName(subscription) ?? stationsInShort(subscription),
  },
  { key: "debut", header: "Début", render: ({ debut }) => formatDate(debut) },
  { key: "echeance", header: "Prochaine échéance", render: term },
  { key: "montant", header: "Prix", align: "right", render: price },
  {
    key: "etat",
    header: "État",
    render: (subscription) => <StatusChip {...subscriptionState(subscription)} />,
  },
];

/** Names the row after « Détails de ». */
export const listedLabel = ({ utilisateur, libellePublic, debut }: ListedSubscription) =>
  `l'abonnement ${ofName(customerName(utilisateur))}, ${libellePublic}, du ${formatDate(debut)}`;
