import { eventLabel } from "@/entities/webhook/events";
import { formatElapsed, formatWithSeconds } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Column } from "@/ui/table/Table";
import type { Delivery } from "./api";
import { ObjectLink } from "./ObjectLink";
import { deliveryState } from "./states";

/** The columns of the log; `isHeld`: nothing is sent for now. */
export const columnsOf = (isHeld: boolean): Column<Delivery>[] => [
  { key: "instant", header: "Instant", render: ({ creation }) => formatWithSeconds(creation) },
  { key: "evenement", header: "Événement", render: ({ evenement }) => eventLabel(evenement) },
  { key: "objet", header: "Objet", render: ({ objet }) => <ObjectLink objet={objet} /> },
  { key: "etat", header: "État", render: (row) => <StatusChip {...deliveryState(row)} /> },
  { key: "reponse", header: "Réponse", render: answerOf },
  {
    key: "prochaine",
    header: "Prochaine tentative",
    render: (delivery) => nextOf(delivery, isHeld),
  },
];

/** « 200 en 84 ms » */
function answerOf({ tentatives, statut, duree }: Delivery): string {
  if (tentatives === 0) return "–";
  const said = statut === null ? "Aucune réponse" : String(statut);
  return duree === null ? said : `${said} en\u00a0${formatElapsed(duree)}`;
}

/** When the next attempt is made; one whose time has come waits for its turn. */
export function nextOf({ prochaine }: Pick<Delivery, "prochaine">, isHeld: boolean): string {
  if (prochaine === null) return "–";
  if (isHeld) return "À la réactivation";
  return Date.parse(prochaine) <= Date.now() ? "Dès que possible" : formatWithSeconds(prochaine);
}
