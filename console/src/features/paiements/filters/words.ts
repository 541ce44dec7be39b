import type { LOCKER_TYPES, USE_STATUSES } from "../search";

export const USE_STATUS_WORDS: Record<(typeof USE_STATUSES)[number], string> = {
  en_cours: "En cours",
  terminee: "Terminée",
  temps_depasse: "Temps dépassé",
  velo_enleve: "Utilisation bloquée",
};

export const LOCKER_TYPE_WORDS: Record<(typeof LOCKER_TYPES)[number], string> = {
  3: "Trottinette",
  2: "Vélo",
  1: "Vélo cargo",
  4: "Collectif",
};
