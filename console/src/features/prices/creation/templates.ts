import {
  IconBuilding,
  IconCalendarMonth,
  IconClock,
  IconClock24,
  IconMoon,
  IconMoonStars,
  IconSun,
  IconSunHigh,
  type TablerIcon,
} from "@tabler/icons-react";
import { newPeriod, type PeriodValues } from "../edit/periods/periodSchema";
import { toForm } from "../fields/conversions";
import type { TariffForm } from "../fields/tariffSchema";

/** A template: a common form of price, as cities publish them. */
export interface Template {
  title: string;
  about: string;
  icon: TablerIcon;
  form: TariffForm;
  /** Each with an id, by which its card is known while the period is renamed. */
  periods: (PeriodValues & { id: string })[];
  /** Reserved to the staff of one company, whose domain is to be entered. */
  company: boolean;
}

const terms: Parameters<typeof toForm>[0] = {
  libelleAdmin: "",
  libelleUtilisateur: "",
  abonnement: false,
  typeTarif: "heure",
  montant: 0,
  montantPromo: null,
  montantPlafond: null,
  nombreMinutesPlafond: null,
  nombreMinutesGratuites: null,
  franchise: false,
  nombreMinutesAvantDepassement: null,
  montantDepassement: null,
  uniteDureeDepassement: null,
  nombreMinutesAvantEnlevement: null,
  montantEnlevement: null,
  rappelMinutes: null,
  nombreMaxOccupations: null,
  placeAttribuee: false,
};

export const templates: Template[] = [
  {
    title: "À l'heure",
    about: "Un prix par heure commencée, sans plafond. Comme à Grenoble.",
    icon: IconClock,
    form: toForm({
      ...terms,
      libelleAdmin: "Casier à l'heure",
      libelleUtilisateur: "Casier à l'heure",
      montant: 10,
    }),
    periods: [],
    company: false,
  },
  {
    title: "À la journée",
    about: "Un prix par période de 24 heures commencée.",
    icon: IconSun,
    form: toForm({
      ...terms,
      libelleAdmin: "Casier à la journée",
      libelleUtilisateur: "Casier à la journée",
      typeTarif: "jour",
      montant: 100,
    }),
    periods: [],
    company: false,
  },
  {
    title: "À l'heure, plafonné par 24 heures",
    about:
      "Gratuit jusqu'à un quart d'heure\u00a0; au-delà, chaque heure est due, avec un prix maximal par 24 heures. Comme à Bruxelles.",
    icon: IconClock24,
    form: toForm({
      ...terms,
      libelleAdmin: "Casier à l'heure, plafonné par 24 heures",
      libelleUtilisateur: "Casier à l'heure",
      montant: 89,
      montantPlafond: 445,
      nombreMinutesPlafond: 1440,
      nombreMinutesGratuites: 15,
    }),
    periods: [],
    company: false,
  },
  {
    title: "24 heures gratuites, puis à la journée",
    about: "Le premier jour est offert à tous, les suivants sont payants. Comme à Amsterdam.",
    icon: IconSunHigh,
    form: toForm({
      ...terms,
      libelleAdmin: "24 heures gratuites, puis à la journée",
      libelleUtilisateur: "Premier jour gratuit",
      typeTarif: "jour",
      montant: 135,
      nombreMinutesGratuites: 1440,
      franchise: true,
    }),
    periods: [],
    company: false,
  },
  {
    title: "Abonnement mensuel",
    about: "Un montant fixe par mois, quel que soit le nombre d'utilisations.",
    icon: IconCalendarMonth,
    form: toForm({
      ...terms,
      libelleAdmin: "Abonnement mensuel",
      libelleUtilisateur: "Abonnement mensuel",
      abonnement: true,
      typeTarif: "mois",
      montant: 1500,
    }),
    periods: [],
    company: false,
  },
  {
    title: "Nuit gratuite",
    about: "Gratuit pour qui arrive entre 20 heures et 7 heures, tous les jours.",
    icon: IconMoon,
    form: toForm({
      ...terms,
      libelleAdmin: "Nuit gratuite",
      libelleUtilisateur: "Nuit gratuite",
    }),
    periods: [
      { ...newPeriod, id: "nuit", libelle: "Nuit", heureDebut: "20:00", heureFin: "07:00" },
    ],
    company: false,
  },
  {
    title: "Forfait de nuit",
    about: "Un prix pour la nuit, pour qui arrive entre 20 heures et 8 heures.",
    icon: IconMoonStars,
    form: toForm({
      ...terms,
      libelleAdmin: "Forfait de nuit",
      libelleUtilisateur: "Forfait de nuit",
      typeTarif: "jour",
      montant: 200,
    }),
    periods: [
      { ...newPeriod, id: "forfait", libelle: "Nuit", heureDebut: "20:00", heureFin: "08:00" },
    ],
    company: false,
  },
  {
    title: "Tarif d'entreprise",
    about: "Un prix réduit pour toutes les adresses d'une entreprise.",
    icon: IconBuilding,
    form: toForm({
      ...terms,
      libelleAdmin: "Tarif d'entreprise",
      libelleUtilisateur: "Tarif employeur",
      montant: 50,
      montantPromo: 25,
    }),
    periods: [],
    company: true,
  },
];
