import type { components } from "@/api/schema";
import { formatDate } from "@/format";
import { parseDate } from "@/format/typed";

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

/** What staff tell of a locker that goes out of service; the day is as it was typed. */
export type ToldOutage = { cause: Outage["cause"]; retourPrevu: string; motif: string };

export const NOTHING_TOLD: ToldOutage = { cause: "autre", retourPrevu: "", motif: "" };

/** Returns what was told as it is sent; undefined when nothing was. A day that is none is the server's to refuse. */
export function wireOutage({ cause, retourPrevu, motif }: ToldOutage) {
  const told = {
    ...(cause !== "autre" && { cause }),
    ...(motif.trim() && { motif: motif.trim() }),
    ...(retourPrevu.trim() && { retourPrevu: parseDate(retourPrevu) ?? retourPrevu }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
