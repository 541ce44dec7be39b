import { outageWords } from "@/entities/locker/outage";
import { formatAge } from "@/format";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { FieldTask } from "./api";

export const TASK_KINDS: Record<FieldTask["genre"], { label: string; color: StatusColor }> = {
  hors_service: { label: "Hors service", color: "red" },
  muette: { label: "Contrôleur muet", color: "orange" },
  bloque: { label: "Casier bloqué", color: "orange" },
  porte_ouverte: { label: "Porte ouverte", color: "orange" },
};

/** « Serrure, retour prévu le 04/12/2026, depuis 3 jours »; what is not known is left out. */
export function taskWords({ depuis, horsService }: FieldTask, now: number): string {
  const age = depuis ? [`depuis ${formatAge((now - Date.parse(depuis)) / 60_000)}`] : [];
  return [...(horsService ? outageWords(horsService) : []), ...age].join(", ");
}
