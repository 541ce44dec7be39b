import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Statement } from "./api";

const NBSP = "\u00a0";

export const TITLE = "Reddition des comptes";

export const STATES: Record<Statement["etat"], { color: StatusColor; label: string }> = {
  ouvert: { color: "yellow", label: "En cours" },
  a_cloturer: { color: "orange", label: "À clôturer" },
  cloture: { color: "green", label: "Clôturé" },
};

/** What the words of an accountant mean on these pages, said once. */
export const MEANINGS: readonly { word: string; meaning: string }[] = [
  {
    word: "Exigible",
    meaning: `Ce que les usagers doivent encore${NBSP}: facturé, et ni encaissé, ni annulé, ni rendu gratuit.`,
  },
  {
    word: "Encaissé",
    meaning:
      "Ce que les usagers ont payé, par le prestataire de paiement ou autrement (chèque, espèces, virement).",
  },
  {
    word: "Reversé",
    meaning:
      "Ce que le prestataire de paiement a viré en banque, une fois déduits ses frais et ce qui a été rendu.",
  },
  {
    word: "Reçu",
    meaning: "Le document numéroté qui atteste ce qui a été encaissé pour un paiement.",
  },
  {
    word: "Avoir",
    meaning: "Le document numéroté qui atteste ce qui a été rendu à l'usager sur un reçu.",
  },
];
