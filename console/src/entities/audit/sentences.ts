import type { AuditLine } from "./api";

export type LockerWord = "casier" | "espace";

/** Returns one sentence that says what was done. `place` is « casier A1 », `name` the name of the object. */
type Sentence = (words: {
  place: string;
  name: string;
  label: string;
  changes: AuditLine["changements"];
}) => string;

/** The sentence about a payment: with its locker, unless the payment is of a subscription. */
const payment =
  (done: string): Sentence =>
  ({ place, name }) =>
    name ? `${place}\u00a0: ${done}` : done.charAt(0).toUpperCase() + done.slice(1);

const webhook = (name: string) => `Notification sortante «\u00a0${name}\u00a0»`;
const tariff = (name: string) => `Condition tarifaire «\u00a0${name}\u00a0»`;

/** The sentence of each action of the audit log, by its wire name. */
const SENTENCES: Record<string, Sentence> = {
  "compte.connexion": () => "Connexion",
  "compte.deconnexion": () => "Déconnexion",
  "compte.session_revoquee": () => "Session fermée par sécurité",
  "compte.sessions_terminees": () => "Sessions terminées",
  "compte.mot_de_passe": () => "Mot de passe changé",
  "compte.lien_mot_de_passe": () => "Lien de changement de mot de passe envoyé",
  "compte.facteur_ajoute": () => "Moyen de double authentification ajouté",
  "compte.facteur_nomme": () => "Moyen de double authentification renommé",
  "compte.facteur_retire": () => "Moyen de double authentification retiré",
  "compte.facteurs_effaces": () => "Double authentification d'un compte réinitialisée",
  "compte.code_secours": () => "Code de secours utilisé",
  "compte.codes_secours": () => "Codes de secours remplacés",
  "compte.fournisseur_lie": () => "Compte lié à un fournisseur d'identité",
  "compte.fournisseur_retire": () => "Fournisseur d'identité délié d'un compte",
  "compte.creation": () => "Compte créé",
  "compte.invitation": () => "Nouvelle invitation envoyée",
  "compte.presentation": () => "Personne annoncée par une clé d'accès au terrain",
  "compte.revendication": () => "Compte revendiqué par un exploitant\u00a0: confirmation demandée",
  "compte.rattachement": () => "Inscription confirmée par la personne",
  "compte.modification": () => "Compte modifié",
  "compte.email": () => "Nouvelle adresse e-mail confirmée",
  "compte.email_annule": () => "Nouvelle adresse e-mail retirée avant d'être confirmée",
  "compte.role_ajoute": () => "Rôle donné à un compte",
  "compte.role_retire": () => "Rôle retiré à un compte",
  "compte.bannissement": () => "Compte banni",
  "compte.retablissement": () => "Compte rétabli",
  "compte.anonymisation": () => "Compte anonymisé",
  "compte.suppression": () => "Compte supprimé",
  "compte.avertissement": () => "Avertissement d'inactivité envoyé à un compte",
  "compte.export": () => "Données d'un compte exportées",
  "compte.note": () => "Note d'appel écrite sur un usager",
  "compte.note_supprimee": () => "Note d'appel sur un usager supprimée",
  "casier.note": ({ place }) => `${place}\u00a0: note d'appel écrite`,
  "casier.note_supprimee": ({ place }) => `${place}\u00a0: note d'appel supprimée`,
  "compte.carte": () => "Carte bancaire enregistrée",
  "exploitant.creation": () => "Exploitant créé",
  "exploitant.modification": () => "Exploitant modifié",
  "exploitant.suppression": () => "Exploitant supprimé",
  "exploitant.mois_cloture": () => "Mois clôturé",
  "exploitant.import": () => "Fichier de l'ancien système repris",
  "exploitant.engagement": () => "Engagement de disponibilité enregistré",
  "intervalle.qualification": ({ place }) => `${place}\u00a0: indisponibilité qualifiée`,
  "exploitant.comptes": () => "Comptes du fichier des écritures comptables modifiés",
  "fournisseur.creation": ({ label }) => `Fournisseur d'identité ${label} ajouté`,
  "fournisseur.modification": ({ name }) => `Fournisseur d'identité «\u00a0${name}\u00a0» modifié`,
  "fournisseur.suppression": ({ label }) => `Fournisseur d'identité ${label} supprimé`,
  "referent.creation": () => "Référent ajouté",
  "referent.modification": () => "Référent modifié",
  "referent.suppression": () => "Référent supprimé",
  "station.creation": ({ name }) => `Station ${name} créée`,
  "station.modification": ({ name }) => `Station ${name} modifiée`,
  "station.suppression": ({ name }) => `Station ${name} supprimée`,
  "station.muette": ({ name }) => `Station ${name} muette\u00a0: son contrôleur ne répond plus`,
  "station.retablie": ({ name }) => `Station ${name} de nouveau en ligne`,
  "station.activation": ({ name }) => `Station ${name} mise en service`,
  "station.desactivation": ({ name }) => `Station ${name} mise hors service`,
  "station.casiers": ({ name }) => `Station ${name}\u00a0: casiers ajoutés par import`,
  "casier.creation": ({ place }) => `${place} créé`,
  "casier.modification": ({ place }) => `${place} modifié`,
  "casier.suppression": ({ place }) => `${place} supprimé`,
  "casier.activation": ({ place }) => `${place} mis en service`,
  "casier.desactivation": ({ place }) => `${place} mis hors service`,
  "casier.code": ({ place }) => `${place}\u00a0: code d'ouverture généré`,
  "casier.code_envoye": ({ place }) => `${place}\u00a0: code d'ouverture envoyé par e-mail`,
  "casier.ouverture": ({ place }) => `${place} ouvert avec un code`,
  "utilisation.debut": ({ place }) => `${place}\u00a0: utilisation commencée`,
  "utilisation.fin": ({ place }) => `${place}\u00a0: utilisation terminée`,
  "utilisation.gratuite": ({ place }) => `${place}\u00a0: utilisation rendue gratuite`,
  "cle.creation": ({ label }) => `Clé d'accès ${label} créée`,
  "cle.modification": ({ name }) => `Clé d'accès «\u00a0${name}\u00a0» modifiée`,
  "cle.remplacement": ({ label }) => `Clé d'accès ${label} remplacée`,
  "cle.revocation": ({ label }) => `Clé d'accès ${label} révoquée`,
  "notification.creation": ({ label }) => `Notification sortante ${label} ajoutée`,
  "notification.modification": ({ name }) => `${webhook(name)} modifiée`,
  "notification.suppression": ({ label }) => `Notification sortante ${label} supprimée`,
  "notification.secret": ({ name }) => `${webhook(name)}\u00a0: secret remplacé`,
  "notification.essai": ({ name }) => `${webhook(name)}\u00a0: essai envoyé`,
  "notification.renvoi": ({ name }) => `${webhook(name)}\u00a0: événement renvoyé`,
  "notification.suspension": ({ name }) => `${webhook(name)} suspendue`,
  "utilisation.depassement": ({ place }) => `${place}\u00a0: temps limite dépassé`,
  "utilisation.enlevement": ({ place }) =>
    `${place}\u00a0: temps limite avant enlèvement atteint, utilisation bloquée`,
  "paiement.presentation": payment("paiement présenté"),
  "paiement.resultat": (words) =>
    payment(words.changes.reponse === "PAID" ? "paiement encaissé" : "paiement non abouti")(words),
  "paiement.manuel": payment("paiement marqué comme payé"),
  "paiement.annulation": payment("paiement annulé"),
  "paiement.ordre": payment("ordre de paiement généré"),
  "paiement.gratuit": payment("paiement rendu gratuit"),
  "paiement.reduit": payment("montant réduit aux jours d'accès"),
  "paiement.remboursement": payment("remboursement demandé"),
  "paiement.remboursement_refuse": payment("remboursement refusé"),
  "paiement.demande_remboursement": payment("remboursement demandé à un gestionnaire"),
  "paiement.demande_refusee": payment("demande de remboursement refusée"),
  "paiement.demande_retiree": payment("demande de remboursement retirée"),
  "paiement.contestation": payment("paiement contesté par le porteur de la carte"),
  "paiement.contestation_gagnee": payment("contestation gagnée"),
  "paiement.contestation_perdue": payment("contestation perdue"),
  "paiement.recu_envoye": payment("reçu envoyé à l'usager"),
  "abonnement.creation": () => "Abonnement souscrit",
  "abonnement.echeance": () => "Échéance d'abonnement facturée",
  "abonnement.resiliation": () => "Abonnement résilié",
  "abonnement.casier": () => "Casier attribué à l'abonné",
  "abonnement.casier_retire": () => "Casier attribué retiré à l'abonné",
  "abonnement.station": () => "Station de l'abonnement modifiée",
  "abonnement.reprise": () => "Résiliation d'abonnement annulée",
  "abonnement.fin": ({ changes }) =>
    changes.motif === "Son échéance n'a pas pu être encaissée."
      ? "Abonnement terminé, impayé"
      : "Abonnement non reconduit",
  "attente.creation": () => "Inscription sur une liste d'attente",
  "attente.stations": () => "Attente\u00a0: stations ajoutées",
  "attente.offre": () => "Attente\u00a0: place offerte",
  "attente.refus": () => "Attente\u00a0: offre refusée",
  "attente.offre_echue": () => "Attente\u00a0: offre restée sans réponse",
  "attente.question": () => "Attente\u00a0: confirmation demandée",
  "attente.confirmation": () => "Attente confirmée",
  "attente.rang": () => "Attente\u00a0: rang changé",
  "attente.fin": () => "Attente terminée",
  "velo.ouverture": () => "Dossier vélo laissé ouvert",
  "velo.modification": () => "Vélo laissé\u00a0: description modifiée",
  "velo.etape": () => "Vélo laissé\u00a0: étape franchie",
  "velo.annulation": () => "Vélo laissé\u00a0: étape annulée",
  "velo.photo": () => "Vélo laissé\u00a0: photo ajoutée",
  "intervention.ouverture": () => "Intervention ouverte",
  "intervention.signalement": () => "Intervention signalée de nouveau",
  "intervention.retour": () => "Intervention\u00a0: retour constaté",
  "intervention.prise_en_charge": () => "Intervention prise en charge",
  "intervention.liberation": () => "Intervention laissée",
  "intervention.modification": () => "Intervention modifiée",
  "intervention.commentaire": () => "Intervention commentée",
  "intervention.photo": () => "Intervention\u00a0: photo ajoutée",
  "intervention.resolution": () => "Intervention résolue",
  "intervention.reouverture": () => "Intervention rouverte",
  "tarif.creation": ({ name }) => `${tariff(name)} créée`,
  "tarif.duplication": ({ name }) => `${tariff(name)} créée par duplication`,
  "tarif.modification": ({ name }) => `${tariff(name)} modifiée`,
  "tarif.suppression": ({ name }) => `${tariff(name)} supprimée`,
  "tarif.plages": ({ name }) => `${tariff(name)}\u00a0: plages horaires modifiées`,
  "tarif.usagers": ({ name }) => `${tariff(name)}\u00a0: usagers modifiés`,
  "tarif.casiers": ({ name }) => `${tariff(name)}\u00a0: casiers modifiés`,
  "tarif.rejeu": ({ name, changes }) =>
    `${tariff(name)}\u00a0: ${changes.comparaison ? "prix comparés" : "prix rejoués"}`,
  "tarif.rejeu_arrete": ({ name }) => `${tariff(name)}\u00a0: rejeu des prix arrêté`,
  "tarif.lot": ({ name }) => `${tariff(name)}\u00a0: remboursement des trop-perçus demandé`,
  "tarif.lot_pause": ({ name }) => `${tariff(name)}\u00a0: lot de remboursements mis en pause`,
  "tarif.lot_reprise": ({ name }) => `${tariff(name)}\u00a0: lot de remboursements repris`,
  "tarif.lot_refuse": ({ name }) =>
    `${tariff(name)}\u00a0: lot de remboursements refusé, le nombre ou la somme ayant changé`,
  "tarif.lot_termine": ({ name }) => `${tariff(name)}\u00a0: lot de remboursements terminé`,
  "plateforme.demonstration": () => "Données de démonstration chargées",
  "tache.relance": () => "Tâche en échec relancée",
  "tache.abandon": () => "Tâche en échec abandonnée",
  "ligne.prise_en_charge": () => "À traiter\u00a0: ligne prise en charge",
  "ligne.liberation": () => "À traiter\u00a0: ligne laissée",
  "ligne.report": () => "À traiter\u00a0: ligne reportée",
  "ligne.reprise": () => "À traiter\u00a0: ligne de nouveau montrée",
  "ecart.explication": () => "Écart avec les relevés du prestataire expliqué",
  "journal.purge": () => "Lignes anciennes du journal supprimées",
};

export function sentenceOf(line: AuditLine, word: LockerWord): string {
  const { action, objet, changements } = line;
  const label =
    typeof changements.libelle === "string" ? `«\u00a0${changements.libelle}\u00a0»` : "";
  const place = `${word === "casier" ? "Casier" : "Espace"} ${objet.nom}`;
  return SENTENCES[action]?.({ place, name: objet.nom, label, changes: changements }) ?? action;
}

/** The actions of doors and applications in the field, whose lines name no account. */
const FIELD = [
  "station.retablie",
  "casier.ouverture",
  "utilisation.debut",
  "utilisation.fin",
  "compte.carte",
  "abonnement.creation",
  "abonnement.resiliation",
  "abonnement.reprise",
  "attente.creation",
  "attente.stations",
  "attente.refus",
  "attente.confirmation",
];

export function actorOf({ acteur, action }: AuditLine): string {
  return acteur?.nom || (FIELD.includes(action) ? "Le terrain" : "La plateforme");
}

/** The actions of the audit log, by their wire names. */
export const ACTIONS: readonly string[] = Object.keys(SENTENCES);

/** Names an action without its object: « Station créée ». */
export function actionLabel(action: string): string {
  if (action === "paiement.resultat") return "Issue d'une présentation";
  const sentence = SENTENCES[action]?.({ place: "Casier", name: "", label: "", changes: {} });
  return (sentence ?? action)
    .replace(/«\s*»/g, "")
    .replace(/ {2,}/g, " ")
    .replace(/ (?=\u00a0:)/g, "");
}

/** The kinds of object of the audit log. */
export const KINDS: Record<string, string> = {
  compte: "Compte",
  exploitant: "Exploitant",
  referent: "Référent",
  station: "Station",
  casier: "Casier ou espace",
  utilisation: "Utilisation",
  tarif: "Condition tarifaire",
  abonnement: "Abonnement",
  attente: "Attente",
  velo: "Vélo laissé",
  intervention: "Intervention",
  paiement: "Paiement",
  cle: "Clé d'accès au terrain",
  fournisseur: "Fournisseur d'identité",
  plateforme: "Plateforme",
  ecart: "Écart de rapprochement",
  notification: "Notification sortante",
};
