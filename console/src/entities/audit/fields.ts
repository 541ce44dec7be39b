import { DIFFERENCE_STATES } from "@/entities/difference/words";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { FORMS } from "@/entities/operator/fiscal";
import { STATUS_WORDS } from "@/entities/payment/paymentStatus";
import { FURNITURE } from "@/entities/station/furniture";
import { STATION_TYPES } from "@/entities/station/types";
import { CAUSES, WORK } from "@/entities/work/words";

/** Written by payments, on the line of the person whose card was saved. */
const PRESENTED_AGAIN = "Paiements présentés à nouveau";

export const NAMES: Record<string, string> = {
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
  libelle: "Libellé",
  plage: "Plage",
  comparaison: "Comparaison",
  utilisation: "Utilisation",
  casier: "Casier",
  tarif: "Condition tarifaire",
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
  responsable: "Prise en charge par",
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
export const WORK_NAMES: Record<string, string> = {
  genre: "Genre",
  tentatives: "Tentatives",
  cause: "Dernière erreur",
};

/** What staff did with a line of the worklist, whatever its object. */
export const LINE_NAMES: Record<string, string> = {
  responsable: "Pris en charge par",
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
export const NAMES_OF: Record<string, Record<string, string>> = {
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

/** Why a webhook is suspended; any other reason was typed. */
const SUSPENSIONS: Record<string, string> = {
  echecs: "aucun envoi n'a réussi pendant cinq jours",
  disparue: "le serveur a répondu que l'adresse n'existe plus",
};

/** When a subscription that somebody ends is over. */
const ENDS: Record<string, string> = { terme: "à son terme", maintenant: "aussitôt" };

/** The words of fields that hold one of a few, by its wire name. */
export const WORDS_OF: Record<string, Record<string, string>> = {
  statut: STATUS_WORDS,
  reponse: STATUS_WORDS,
  etat: DIFFERENCE_STATES,
  stationType: STATION_TYPES,
  mobilier: FURNITURE,
  forme: FORMS,
  genre: WORK,
  etape: LEFT_BIKE_STEPS,
  motif: { ...SUSPENSIONS, ...WAIT_ENDINGS },
  quand: ENDS,
  cause: { ...CAUSES, ...OUTAGE_CAUSES },
};
