import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { RefundBatch, RefundLineState, Repricing } from "./api";

type Chip = { color: StatusColor; label: string };

export const REPRICING_STATES: Record<Repricing["statut"], Chip> = {
  en_cours: { color: "yellow", label: "En cours" },
  termine: { color: "green", label: "Terminé" },
  arrete: { color: "grey", label: "Arrêté" },
  echec: { color: "red", label: "Échec" },
};

export const BATCH_STATES: Record<RefundBatch["statut"], Chip> = {
  preparation: { color: "yellow", label: "En préparation" },
  en_cours: { color: "yellow", label: "En cours" },
  en_pause: { color: "orange", label: "En pause" },
  termine: { color: "green", label: "Terminé" },
  refuse: { color: "red", label: "Refusé" },
};

export const LINE_STATES: Record<RefundLineState, Chip> = {
  a_faire: { color: "grey", label: "À faire" },
  en_cours: { color: "yellow", label: "Réponse attendue" },
  rembourse: { color: "green", label: "Remboursé" },
  refuse: { color: "red", label: "Refusé" },
  ignore: { color: "white", label: "Rien à rendre" },
};
