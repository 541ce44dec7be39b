import { OUTAGE_CAUSES, outageWords } from "@/entities/locker/outage";
import { formatAge } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { FieldTask } from "./api";

const KINDS: Record<FieldTask["genre"], { label: string; color: StatusColor }> = {
  hors_service: { label: "Hors service", color: "red" },
  muette: { label: "Contrôleur muet", color: "orange" },
  bloque: { label: "Casier bloqué", color: "orange" },
  intervention: { label: "Intervention", color: "orange" },
  porte_ouverte: { label: "Porte ouverte", color: "orange" },
  velo_a_enlever: { label: "Vélo à enlever", color: "orange" },
};

export const taskKind = ({ genre, intervention }: FieldTask) =>
  intervention?.urgente ? { label: "Urgente", color: "red" as const } : KINDS[genre];

/** « A12 »; what is about no locker is named by its bicycle, or is the whole station. */
export const taskPlace = ({ casier, idVeloLaisse }: FieldTask) =>
  casier?.nom ?? (idVeloLaisse ? "Vélo laissé" : "Toute la station");

/** « Serrure, retour prévu le 04/12/2026, depuis 3 jours »; what is not known is left out. */
export function taskWords(
  { depuis, horsService, intervention, idVeloLaisse }: FieldTask,
  now: number,
): string {
  const repair = intervention
    ? [`n°\u00a0${intervention.numero}`, OUTAGE_CAUSES[intervention.cause]]
    : [];
  const age = depuis ? [`depuis ${formatAge((now - Date.parse(depuis)) / 60_000)}`] : [];
  const outage = horsService ? outageWords(horsService) : [];
  const file = idVeloLaisse ? [`dossier n°\u00a0${idVeloLaisse}`] : [];
  return [...file, ...repair, ...outage.filter((word) => !repair.includes(word)), ...age].join(
    ", ",
  );
}
