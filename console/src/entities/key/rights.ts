import { RIGHTS_OF_ROLE, type Right } from "@/api/rights";
import { plural } from "@/format";

/** The rights of a key, as its form groups and explains them. */
export const RIGHT_GROUPS: readonly {
  title: string;
  rights: readonly { right: Right; label: string }[];
}[] = [
  {
    title: "Exploitant",
    rights: [
      { right: "DROIT_EXPLOITANTS_LECTURE", label: "Lire sa fiche et ses référents" },
      { right: "DROIT_EXPLOITANTS_ECRITURE", label: "Modifier sa fiche et ses référents" },
    ],
  },
  {
    title: "Stations et casiers",
    rights: [
      { right: "DROIT_STATIONS_LECTURE", label: "Lire les stations" },
      { right: "DROIT_STATIONS_ECRITURE", label: "Créer, modifier et supprimer des stations" },
      { right: "DROIT_CASIERS_LECTURE", label: "Lire les casiers" },
      { right: "DROIT_CASIERS_ECRITURE", label: "Créer, modifier et supprimer des casiers" },
      { right: "DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE", label: "Ouvrir pour la maintenance" },
    ],
  },
  {
    title: "Tarifs",
    rights: [
      { right: "DROIT_TARIFS_LECTURE", label: "Lire les conditions tarifaires" },
      { right: "DROIT_TARIFS_ECRITURE", label: "Modifier les conditions tarifaires" },
    ],
  },
  {
    title: "Utilisations et paiements",
    rights: [
      { right: "DROIT_EVENEMENTS_LECTURE", label: "Lire les utilisations, paiements et journaux" },
      {
        right: "DROIT_EVENEMENTS_ECRITURE",
        label: "Terminer une utilisation, ouvrir à distance, régler un paiement",
      },
    ],
  },
  {
    title: "Usagers et équipe",
    rights: [
      { right: "DROIT_USER_HOTLINE_LECTURE", label: "Lire les usagers et la hotline" },
      { right: "DROIT_USER_HOTLINE_ECRITURE", label: "Modifier la hotline" },
      { right: "DROIT_USER_MAINTENEURS_LECTURE", label: "Lire les mainteneurs" },
      { right: "DROIT_USER_MAINTENEURS_ECRITURE", label: "Modifier les mainteneurs" },
      { right: "DROIT_USER_GESTIONNAIRES_LECTURE", label: "Lire les gestionnaires" },
      { right: "DROIT_USER_GESTIONNAIRES_ECRITURE", label: "Modifier les gestionnaires" },
    ],
  },
];

const LABELS = Object.fromEntries(
  RIGHT_GROUPS.flatMap(({ rights }) => rights.map(({ right, label }) => [right, label])),
);

/** A right that this version of the console does not know has its name alone. */
export const rightLabel = (right: string) => LABELS[right] ?? right;

export const MANAGER_RIGHTS: readonly Right[] = RIGHTS_OF_ROLE.Gestionnaire;

/** Says what a key may do in a few words: « Terrain », « 5 droits », « Gestionnaire ». */
export function grantOf({
  droits,
  terrain,
}: {
  droits: readonly Right[];
  terrain: boolean;
}): string {
  const isManager = MANAGER_RIGHTS.every((right) => droits.includes(right));
  const further = droits.length - MANAGER_RIGHTS.length;
  const rights = (count: number) => `${count} ${plural(count, "droit")}`;
  return [
    terrain && "Terrain",
    isManager && "Gestionnaire",
    isManager
      ? further > 0 && `${rights(further)} de plus`
      : droits.length > 0 && rights(droits.length),
  ]
    .filter(Boolean)
    .join(", ");
}
