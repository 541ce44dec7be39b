import type { components } from "@/api/schema";
import { formatDate } from "@/format";

export type Outage = components["schemas"]["Outage"];

/** Why a locker is out of service, in the order in which it is asked. */
export const OUTAGE_CAUSES: Record<Outage["cause"], string> = {
  serrure: "Serrure",
  porte: "Porte",
  clavier: "Clavier",
  controleur: "Contrôleur",
  reseau: "Réseau",
  alimentation: "Alimentation",
  vandalisme: "Vandalisme",
  proprete: "Propreté",
  objet_laisse: "Objet laissé",
  autre: "Autre",
};

/** « Serrure », « retour prévu le 04/12/2026 »; empty when nobody told anything. */
export function outageWords({ cause, retourPrevu }: Outage): string[] {
  const known = cause !== "autre";
  return [
    ...(known ? [OUTAGE_CAUSES[cause]] : []),
    ...(retourPrevu ? [`${known ? "retour" : "Retour"} prévu le ${formatDate(retourPrevu)}`] : []),
  ];
}
