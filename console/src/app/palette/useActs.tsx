import type { SpotlightActionData } from "@mantine/spotlight";
import { IconPlus, IconSettings, type TablerIcon } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useOperator } from "@/session/operator";
import { type Rights, useRights } from "@/session/rights";
import { signOut } from "@/session/signOut";
import { confirmLeaving } from "@/ui/dialog/unsaved";
import type { PlainPath } from "../menu";

interface Act {
  label: string;
  description: string;
  icon: TablerIcon;
  to: PlainPath;
  /** Whether the account may do it. */
  may: (rights: Rights) => boolean;
  /** At the chosen operator, which there must be. */
  ofOperator?: true;
}

/** What people begin, in their own words, and the page on which they do. */
const ACTS: readonly Act[] = [
  {
    label: "Créer une station",
    description: "Ajouter une nouvelle station",
    icon: IconPlus,
    to: "/creation-station",
    may: ({ can }) => can("DROIT_STATIONS_ECRITURE"),
    ofOperator: true,
  },
  {
    label: "Créer une condition tarifaire",
    description: "Ajouter un nouveau tarif",
    icon: IconPlus,
    to: "/creation-tarif",
    may: ({ can }) => can("DROIT_TARIFS_ECRITURE"),
    ofOperator: true,
  },
  {
    label: "Créer un exploitant",
    description: "Ajouter un nouvel exploitant",
    icon: IconPlus,
    to: "/creation-exploitant",
    may: ({ administrator }) => administrator,
  },
  {
    label: "Ajouter un collègue",
    description: "Donner un rôle dans l'équipe",
    icon: IconPlus,
    to: "/mon-equipe",
    may: ({ can }) => can("DROIT_EXPLOITANTS_ECRITURE"),
    ofOperator: true,
  },
  {
    label: "Signaler une panne",
    description: "Choisir le casier, puis ouvrir une intervention",
    icon: IconSettings,
    to: "/mode-maintenance",
    may: ({ can }) => can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"),
    ofOperator: true,
  },
  {
    label: "Clore le mois",
    description: "Reddition des comptes, clôture",
    icon: IconSettings,
    to: "/reddition",
    may: ({ can }) => can("DROIT_TARIFS_ECRITURE"),
    ofOperator: true,
  },
  {
    label: "Mon compte",
    description: "Mot de passe, double authentification, sessions",
    icon: IconSettings,
    to: "/mon-compte",
    may: () => true,
  },
];

/** Label, description and what it does. */
type ConsoleAct = [string, string, () => unknown];

const DOCUMENTATION: ConsoleAct = [
  "Documentation de l'API",
  "Les appels que permet une clé d'accès",
  () => window.open("/api/docs", "_blank", "noreferrer"),
];

/** Returns what the account may begin, and what concerns the console itself. */
export function useActs(openKeys: () => void): SpotlightActionData[] {
  const navigate = useNavigate();
  const operator = useOperator();
  const rights = useRights();
  const { administrator, can } = rights;
  const acts = ACTS.filter(({ may, ofOperator }) => may(rights) && (operator || !ofOperator));
  const programs: ConsoleAct[] = [
    ...(administrator && operator
      ? [
          [
            "Clés d'accès",
            "API\u00a0: raccorder une application, un contrôleur ou un outil",
            () =>
              navigate({
                to: "/gestion-exploitants/$id/details",
                params: { id: String(operator.id) },
                hash: "cles",
              }),
          ] satisfies ConsoleAct,
        ]
      : []),
    ...(administrator || can("DROIT_TARIFS_ECRITURE") ? [DOCUMENTATION] : []),
  ];
  const console: ConsoleAct[] = [
    ...programs,
    ["Raccourcis clavier", "Les touches de la console", openKeys],
    [
      "Se déconnecter",
      "Déconnexion",
      async () => {
        if (await confirmLeaving()) await signOut();
      },
    ],
  ];
  return [
    ...acts.map(({ label, description, icon: Icon, to }) => ({
      id: `acte-${to}`,
      label,
      description,
      leftSection: <Icon size={20} stroke={1.75} aria-hidden />,
      onClick: () => void navigate({ to }),
    })),
    ...console.map(([label, description, onClick]) => ({
      id: `acte-${label}`,
      label,
      description,
      leftSection: <IconSettings size={20} stroke={1.75} aria-hidden />,
      onClick: () => void onClick(),
    })),
  ];
}
