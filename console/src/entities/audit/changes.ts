import { differenceState } from "@/entities/difference/words";
import { rightLabel } from "@/entities/key/rights";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { FORMS, formatRate } from "@/entities/operator/fiscal";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import { FURNITURE } from "@/entities/station/furniture";
import { STATION_TYPES } from "@/entities/station/types";
import { eventLabel } from "@/entities/webhook/events";
import { CAUSES, WORK } from "@/entities/work/words";
import {
  formatCount,
  formatDate,
  formatDuration,
  formatEuros,
  formatMonth,
  isMonth,
} from "@/format";
import { parseDate } from "@/format/typed";
import { LOCKER_TYPE_WORDS } from "../locker/types";
import type { AuditLine } from "./api";

/** Written by payments, on the line of the person whose card was saved. */
const PRESENTED_AGAIN = "Paiements présentés à nouveau";

const NAMES: Record<string, string> = {
  libelleAdmin: "Libellé administrateur",
  nom: "Nom",
  prenom: "Prénom",
  telephone: "Téléphone",
  email: "Email",
  champs: "Champs modifiés",
  societe: "Société",
  actif: "Actif",
  stationType: "Type de station",
  systemeComptage: "Solution de comptage",
  adresse: "Adresse",
  codePostal: "Code postal",
  ville: "Ville",
  latitude: "Latitude",
  longitude: "Longitude",
  codeCommune: "Code commune",
  idOsm: "Identifiant OpenStreetMap",
  mobilier: "Mobilier",
  couverture: "Abritée de la pluie",
  surveillance: "Surveillée",
  lumiere: "Éclairée la nuit",
  proprietaire: "Propriétaire",
  anneeMiseEnService: "Année de mise en service",
  urlInformation: "Page d'information",
  type: "Type",
  complement: "Informations",
  stationCarteAdresse: "Nom de la carte",
  stationCartePort: "Ports de la carte",
  nbMaxSpaces: "Nombre de places",
  connexionSystemeComptage: "Connexion au système de comptage",
  etiquettes: "Étiquettes",
  fonction: "Fonction",
  motif: "Motif",
  cause: "Cause",
  attribution: "Attribution",
  depuis: "Depuis le",
  intervalle: "Indisponibilité",
  retourPrevu: "Retour prévu",
  lignes: "Lignes",
  avant: "Antérieures au",
  montant: "Prix final",
  fin: "Vraie fin",
  role: "Rôle",
  mail: "Email",
  metabaseId: "Identifiant Metabase",
  donneesOuvertes: "Données ouvertes",
  doubleAuthentification: "Double authentification obligatoire",
  exploitant: "Exploitant",
  compte: "Compte ouvert",
  cle: "Clé d'accès",
  droits: "Droits",
  terrain: "Interface de terrain",
  expiration: "Expiration",
  limite: "Appels par minute",
  moyen: "Moyen",
  facteur: "Numéro du moyen",
  sessions: "Nombre de sessions",
  identite: "Numéro de l'identité",
  fournisseur: "Fournisseur d'identité",
  emetteur: "Émetteur",
  idClient: "Identifiant client",
  secret: "Secret remplacé",
  domaines: "Domaines",
  obligatoire: "Obligatoire",
  evenements: "Événements",
  evenement: "Événement",
  suspension: "Suspension",
  langue: "Langue des e-mails",
  ajout: "Ajout",
  casiers: "Casiers",
  paiementsPresentes: PRESENTED_AGAIN,
};

const TARIFF_NAMES: Record<string, string> = {
  libelleAdmin: "Libellé administrateur",
  libelleUtilisateur: "Nom public",
  abonnement: "Type de tarif",
  abonnesPrevenus: "Abonnés prévenus du prix",
  typeTarif: "Unité du montant",
  montant: "Montant",
  montantPromo: "Montant promotionnel",
  montantPlafond: "Plafond",
  nombreMinutesPlafond: "Durée de la période du plafond",
  nombreMinutesGratuites: "Durée gratuite",
  franchise: "Franchise",
  nombreMinutesAvantDepassement: "Temps limite avant dépassement",
  montantDepassement: "Coût en cas de dépassement",
  uniteDureeDepassement: "Unité du coût en cas de dépassement",
  nombreMinutesAvantEnlevement: "Temps limite avant enlèvement",
  montantEnlevement: "Coût de l'enlèvement",
  rappelMinutes: "Rappel avant dépassement, en minutes",
  nombreMaxOccupations: "Utilisations à la fois",
  placeAttribuee: "Casier attribué à l'abonné",
  quota: "Quota d'abonnements",
  ajout: "Ajout",
  modification: "Modification",
  suppression: "Suppression",
  remplacement: "Remplacement de toute la liste",
  station: "Station",
  casiers: "Casiers auxquels elle s'applique",
  typesSuivis: "Types de casiers suivis",
  rejeu: "Rejeu",
  lot: "Lot de remboursements",
  nombre: "Nombre d'utilisations",
  du: "Du",
  au: "Au",
};
/** `complement` on the wire means something else for an operator than for a locker. */
const OPERATOR_NAMES: Record<string, string> = {
  ...NAMES,
  aPartirDe: "À partir de",
  heures: "Heures qui comptent",
  feries: "Les jours fériés comptent",
  objectif: "Objectif (centièmes de pour cent)",
  causesExclues: "Causes exclues",
  attributionsExclues: "Attributions exclues",
  penalite: "Pénalité",
  montant: "Montant de la pénalité",
  complement: "Complément d'adresse",
  raisonSociale: "Raison sociale",
  siret: "SIRET",
  tvaIntracommunautaire: "N°\u00a0de TVA intracommunautaire",
  forme: "Forme",
  tauxTva: "Taux de TVA",
  mentionExoneration: "Mention d'exonération",
  prefixeDocuments: "Préfixe des documents",
  formeSociale: "Forme sociale",
  capitalSocial: "Capital social",
  villeRcs: "Ville du RCS",
  mandant: "Mandant",
  delaiGraceJours: "Accès après un impayé, en jours",
  montantMinimumEncaissement: "Encaisser à partir de",
  delaiMaximumEncaissementJours: "Encaisser au plus tard, en jours",
  delaiPreavisJours: "Préavis d'une hausse de prix, en jours",
  recusParCourriel: "Reçus par e-mail",
  delaiOffreJours: "Durée d'une offre de place, en jours",
  veloPreavisJours: "Préavis d'un vélo laissé, en jours",
  veloEnlevementJours: "Enlèvement, en jours de plus",
  veloGardeJours: "Garde d'un vélo laissé, en jours",
  veloFinJours: "Fin de la garde, en jours de plus",
  veloTexteAvis: "Texte de l'avis",
  mois: "Mois",
  montantDu: "Solde exigible",
  ecartsInexpliques: "Écarts non expliqués",
  montantEcarts: "Montant des écarts",
  commentaire: "Commentaire",
  usagers: "Compte des usagers",
  prestations: "Compte des prestations",
  tvaCollectee: "Compte de la TVA collectée",
  avoirs: "Compte des avoirs",
  prestataire: "Compte du prestataire de paiement",
  especes: "Compte des espèces",
  cheques: "Compte des chèques",
  banque: "Compte de la banque",
  nonDu: "Compte du non dû",
  repris: "Compte du repris",
  frais: "Compte des frais du prestataire",
  contestes: "Compte des paiements contestés",
  pertes: "Compte des contestations perdues",
  ecarts: "Compte des écarts avec le prestataire",
  avance: "Compte du facturé d'avance",
  fichier: "Lignes de type",
  crees: "Créées",
  modifies: "Modifiées",
  rattaches: "Rattachées",
  inchanges: "Inchangées",
};

const PAYMENT_NAMES: Record<string, string> = {
  paiementsPresentes: PRESENTED_AGAIN,
  montant: "Montant",
  tentative: "Tentative",
  statut: "Statut",
  reponse: "Réponse",
  double: "Encaissement en double",
  document: "Document",
  montantEncaissement: "Montant de l'encaissement groupé",
  montantJuste: "Prix calculé",
  fin: "Vraie fin",
  demandeAcceptee: "Demande de remboursement acceptée",
};

const SUBSCRIPTION_NAMES: Record<string, string> = {
  tarif: "Condition tarifaire",
  reconductible: "Reconductible",
  casier: "Casier",
  station: "Station",
  echeance: "Échéance",
  montant: "Montant",
  quand: "Prise d'effet",
  fin: "Fin",
  debut: "Début",
  montantRembourse: "Montant remboursé",
  montantReduit: "Montant qui n'est plus dû",
  motif: "Motif",
};

const WAIT_NAMES: Record<string, string> = {
  tarif: "Condition tarifaire",
  station: "Station",
  casier: "Casier",
  rang: "Rang",
  motif: "Motif",
};

const LEFT_BIKE_NAMES: Record<string, string> = {
  etape: "Étape",
  utilisation: "Utilisation",
  marquage: "Marquage",
  etiquette: "Étiquette",
};

/** The steps of a file about a bicycle that was left. */
const LEFT_BIKE_STEPS: Record<string, string> = {
  ouvert: "ouvert",
  preavis: "préavis",
  enleve: "enlevé",
  rendu: "rendu",
  donne: "donné",
  detruit: "détruit",
  repris: "repris",
  annule: "annulé",
};

const INTERVENTION_NAMES: Record<string, string> = {
  numero: "Numéro",
  cause: "Cause",
  echeance: "Échéance",
  responsable: "Prise en charge par le compte",
};

/** Why somebody left a waiting list. */
const WAIT_ENDINGS: Record<string, string> = {
  abonnement: "abonnement souscrit",
  refus: "offre refusée",
  retrait: "à la demande de l'usager",
  personnel: "par le personnel",
  sans_reponse: "sans réponse",
  tarif: "condition tarifaire supprimée",
};

/** The fields of parked work, whatever the object. */
const WORK_NAMES: Record<string, string> = {
  genre: "Genre",
  tentatives: "Tentatives",
  cause: "Dernière erreur",
};

/** What staff did with a line of the worklist, whatever its object. */
const LINE_NAMES: Record<string, string> = {
  responsable: "Pris en charge par le compte",
  jusquAu: "Reporté au",
};

/** What differs from the statements of the payment provider. */
const DIFFERENCE_NAMES: Record<string, string> = {
  etat: "État",
  montant: "Montant chez nous",
  montantPrestataire: "Montant chez le prestataire",
};

/** How much the demonstration holds. */
const PLATFORM_NAMES: Record<string, string> = {
  graine: "Graine",
  exploitants: "Exploitants",
  stations: "Stations",
  casiers: "Casiers",
  tarifs: "Conditions tarifaires",
  personnes: "Personnes",
  abonnements: "Abonnements",
  utilisationsEnCours: "Utilisations en cours",
  utilisationsTerminees: "Utilisations terminées",
};

/** The field names, by the kind of object that changed. */
const NAMES_OF: Record<string, Record<string, string>> = {
  tarif: TARIFF_NAMES,
  exploitant: OPERATOR_NAMES,
  paiement: PAYMENT_NAMES,
  abonnement: SUBSCRIPTION_NAMES,
  attente: WAIT_NAMES,
  velo: LEFT_BIKE_NAMES,
  intervention: INTERVENTION_NAMES,
  plateforme: PLATFORM_NAMES,
  ecart: DIFFERENCE_NAMES,
};

const lockerTypes: Record<number, string> = LOCKER_TYPE_WORDS;

/** Returns the word of the screen for a field, by the kind of object that has it. */
export const fieldWord = (kind: string, field: string): string =>
  (NAMES_OF[kind] ?? NAMES)[field] ?? field;

/**
 * Lists what changed, each fact as « Nom : A1 → A2 ». Facts that the sentence of the line already contains are
 * left out. An operator that is not among those given is shown by its number.
 */
export function changesOf(
  { action, objet, changements }: AuditLine,
  operators: readonly { id: number; nom: string }[] = [],
): string[] {
  const wordFor = (field: string) => {
    if (action.startsWith("tache.")) return WORK_NAMES[field] ?? field;
    if (action.startsWith("ligne.")) return LINE_NAMES[field] ?? field;
    return fieldWord(objet.type, field);
  };
  return Object.entries(changements)
    .filter(([field, value]) => !(field === "reponse" && value === changements.statut))
    .filter(
      ([field, value]) => !UNSHOWN.includes(field) && !(field === "nom" && value === objet.nom),
    )
    .map(([field, value]) => {
      const operator = field === "exploitant" && operators.find(({ id }) => id === value);
      return `${wordFor(field)}\u00a0: ${operator ? operator.nom : written(field, value)}`;
    });
}

function written(field: string, value: unknown): string {
  if (Array.isArray(value)) {
    const [before, after] = value;
    return `${worded(field, before)} → ${worded(field, after)}`;
  }
  return worded(field, value);
}

/** What the sentence of the line says, and the number of a period, which nobody knows. */
const UNSHOWN = ["libelle", "plage", "comparaison"];

/** Returns a value of the field as it is shown. */
export function worded(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "(vide)";
  if (field === "abonnement") return value ? "Abonnement" : "Tarif horaire";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (field === "anneeMiseEnService") return String(value);
  if (typeof value === "number") return counted(field, value);
  if (field === "statut" || field === "reponse") return paymentStatus(String(value)).label;
  if (field === "mois" && isMonth(String(value))) return formatMonth(String(value));
  if (field === "champs") return fieldNames(String(value));
  if (field === "droits") return listed(String(value), rightLabel);
  if (field === "evenements") return listed(String(value), eventLabel);
  if (field === "stationType") return wordOf(STATION_TYPES, String(value));
  if (field === "mobilier") return wordOf(FURNITURE, String(value));
  if (field === "forme") return wordOf(FORMS, String(value));
  if (field === "genre") return wordOf(WORK, String(value));
  if (field === "etat") return differenceState(String(value));
  if (field === "etape") return wordOf(LEFT_BIKE_STEPS, String(value));
  if (field === "motif") return wordOf({ ...SUSPENSIONS, ...WAIT_ENDINGS }, String(value));
  if (field === "quand") return wordOf(ENDS, String(value));
  if (DAYS.includes(field) && parseDate(String(value))) return formatDate(String(value));
  if (field === "cause") return wordOf({ ...CAUSES, ...OUTAGE_CAUSES }, String(value));
  return String(value).replace(INSTANT, "$1 - $2h$3");
}

/** The server writes instants as « 05/03/2026 14:05 ». */
const INSTANT = /^(\d\d\/\d\d\/\d{4}) (\d\d):(\d\d)$/;

/** The fields whose text is a day. */
const DAYS = ["retourPrevu", "echeance"];

/** Translates a comma-separated list of wire names into the words of the screen. */
const listed = (list: string, word: (name: string) => string) =>
  list
    .split(", ")
    .map((name) => word(name).toLowerCase())
    .join(", ");

const fieldNames = (list: string) => listed(list, (name) => NAMES[name] ?? name);

/** Why a webhook is suspended; any other reason was typed. */
const SUSPENSIONS: Record<string, string> = {
  echecs: "aucun envoi n'a réussi pendant cinq jours",
  disparue: "le serveur a répondu que l'adresse n'existe plus",
};

/** When a subscription that somebody ends is over. */
const ENDS: Record<string, string> = { terme: "à son terme", maintenant: "aussitôt" };

/** The fields whose value is a number that identifies something. */
const NUMBERED = [
  "station",
  "tarif",
  "rejeu",
  "lot",
  "echeance",
  "tentative",
  "exploitant",
  "compte",
  "cle",
  "graine",
  "responsable",
  "numero",
];

/** Formats a number as an amount or a duration according to its wire name. */
function counted(field: string, value: number): string {
  if (NUMBERED.includes(field)) return `n°\u00a0${value}`;
  if (field.startsWith("montant") || field === "capitalSocial") return formatEuros(value);
  if (field === "tauxTva") return formatRate(value);
  if (field.startsWith("nombreMinutes")) return formatDuration(value);
  return field === "type" ? (lockerTypes[value] ?? String(value)) : formatCount(value);
}

/** The word of the screen for one of the wire; one that is not known is shown as it is. */
function wordOf(words: Record<string, string>, key: string): string {
  return words[key] ?? key;
}
