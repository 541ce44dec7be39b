import { password } from "../support/accounts.ts";
import { pages } from "../support/pages.ts";
import {
  afresh,
  all,
  anew,
  check,
  choose,
  flip,
  follow,
  key,
  onPaper,
  press,
  pressIn,
  type Step,
  scrollTo,
  see,
  type,
} from "./steps.ts";

/** A page, and what is opened on it in turn: a picture of each. */
export interface Scene {
  name: string;
  path: string;
  signedOut?: boolean;
  /** Only at this width. */
  width?: "desk" | "phone";
  /** Calls that fail, and how. */
  failing?: {
    calls: RegExp;
    /** 0: no answer. */
    status: number;
    message: string;
    /** Only once the page is there. */
    later?: boolean;
  };
  /** Calls that never come back. */
  waiting?: RegExp;
  steps?: Record<string, Step>;
}

/** What is opened on a page, by its address. */
type Opened = Record<string, Record<string, Step>>;

const DETAILS = /^Détails d/;
const SAVE = "Enregistrer";
const VICTOR_HUGO = "Place Victor Hugo";

const signedOut: Opened = {
  "/connexion": {
    vide: press("Connexion"),
    refus: all(
      type("Email", "personne@grandval.test"),
      type("Mot de passe", "un mot de passe faux"),
      press("Afficher le mot de passe"),
      press("Connexion"),
    ),
  },
  "/oubli-mdp": {
    vide: press("Envoi"),
    envoi: all(type("Email", "personne@grandval.test"), press("Envoi")),
  },
};

const payments: Record<string, Step> = {
  filtres: press("Filtrer"),
  ligne: anew(press(DETAILS)),
  paiement: press("Détails du paiement"),
  export: anew(press("Format de l'export des paiements")),
  "sans-resultat": all(key("Escape"), type(/^Chercher/, "zzzz"), see(/^Aucun/)),
};

const stays: Record<string, Step> = {
  filtres: press("Filtrer"),
  ligne: anew(press(DETAILS)),
  export: press("Format de l'export des utilisations"),
};

const subscriptions: Record<string, Step> = {
  filtres: press("Filtrer"),
  ligne: anew(press(DETAILS)),
  export: press("Format de l'export des abonnements"),
  "sans-resultat": all(key("Escape"), type(/^Chercher/, "zzzz"), see(/^Aucun/)),
};

const people: Record<string, Step> = {
  filtres: press("Filtrer"),
  "sans-resultat": anew(type(/^Chercher/, "zzzz"), see(/^Aucun/)),
};

const period =
  (name: string): Step =>
  async (page) => {
    const frame = page.frameLocator("iframe");
    const list = frame.getByRole("combobox").first();
    if (await list.isVisible()) await list.selectOption(name);
    else await frame.getByText(name, { exact: true }).first().click();
  };

const statistics: Record<string, Step> = {
  annee: period("12 derniers mois"),
  dates: period("Dates choisies"),
};

const signedIn: Opened = {
  "/": {
    carte: press("Carte"),
    palette: key("Control+k"),
    "palette-recherche": (page) => page.keyboard.type("gare"),
    recherche: anew(type(/^Chercher chez/, "gare centrale A1")),
  },
  "/a-traiter": {
    suivi: press(/^Suivi de la ligne/),
    confier: choose("menuitem", /^Confier/),
    reporter: anew(press(/^Suivi de la ligne/), choose("menuitem", "Reporter au…")),
    choix: anew(check(/^Sélectionner le paiement/), check(/^Sélectionner le paiement/, 2)),
    annuler: press("Annuler les paiements"),
    "annuler-vide": press("Annuler les paiements"),
    ordre: afresh(
      check(/^Sélectionner le paiement/),
      check(/^Sélectionner le paiement/, 2),
      press("Présenter de nouveau"),
    ),
  },
  "/tb-stations": {
    ligne: press("Détails de Gare centrale"),
    "autre-ligne": press("Détails de Place de Verdun"),
    "sans-resultat": all(type("Chercher une station", "zzzz"), see(/^Aucun/)),
    carte: all(type("Chercher une station", ""), press("Carte")),
  },
  "/gestion-stations": {
    ligne: press("Détails de Gare centrale"),
    supprimer: press("Supprimer Chavant"),
  },
  "/gestion-tarifs": {
    ligne: press("Détails de Agents de la métropole"),
    dupliquer: press("Dupliquer"),
    supprimer: anew(press(/^Supprimer/)),
    simuler: anew(press("Simuler une occupation")),
    abonnement: anew(press("Détails de Abonnement annuel parc")),
  },
  "/gestion-utilisateurs": people,
  "/gestion-utilisateurs-exploitant": people,
  "/gestion-exploitants": { supprimer: press("Supprimer Métropole de Grandval") },
  "/mon-equipe": {
    ajouter: press("Ajouter un agent de hotline"),
    vide: press(SAVE),
    ligne: press("Détails de Nadia Benali"),
    referent: press("Détails de Marc Pellegrin"),
    supprimer: press("Supprimer"),
  },
  "/liste-paiements": payments,
  "/liste-paiements-exploitant": {
    ...payments,
    recus: all(type(/^Chercher/, ""), press("Reçus du mois")),
    "vue-a-traiter": anew(press("À traiter")),
    "nouvelle-vue": afresh(
      (page) => page.goto("/liste-paiements-exploitant?remboursement=en_attente"),
      press(/^Enregistrer/),
    ),
  },
  "/historique-utilisations": stays,
  "/historique-utilisations-exploitant": stays,
  "/abonnements": subscriptions,
  "/liste-attente": { filtres: press("Filtrer"), inscrire: anew(press("Inscrire un usager")) },
  "/dashboard-metabase": statistics,
  "/dashboard-metabase-exploitant": {},
  "/connexion-unique": { ajouter: press("Ajouter un fournisseur"), vide: press(SAVE) },
  "/recit": { recherche: type(/^Chercher une personne/, "gare centrale A1") },
  "/mode-maintenance": {
    recherche: type("Code du casier", "A1"),
    casier: press(/A1\b/),
  },
  "/journal": { filtres: press("Filtrer") },
  "/securite": {
    filtres: press("Filtrer"),
    "filtres-refus": all(type("Adresse ou réseau", "ici"), press("Filtrer")),
    ligne: anew(press(DETAILS)),
    "sans-resultat": (page) => page.goto("/securite?adresse=192.0.2.0%2F24"),
  },
  "/creances": { ligne: press(DETAILS) },
  "/reddition": { comptes: press("Modifier") },
  "/reddition/2026-10": {
    lignes: press(/^Facturé/),
    expliquer: anew(press(/^Expliquer l'écart/)),
    ecarts: anew(press("Tous")),
    papier: onPaper,
  },
  "/rapprochement": {
    tous: press("Tous"),
    expliquer: all(press(/^À expliquer/), press(/^Expliquer l'écart/)),
    "expliquer-vide": press("Expliquer"),
  },
  "/attestation": { papier: onPaper },
  "/playground": {
    creation: press("Création"),
    modification: anew(press("Modification")),
    suppression: anew(press("Suppression")),
    refus: anew(press("Écriture refusée"), press("Confirmer"), see(/refus|impossible/i)),
    filtres: anew(press("Filtrer")),
    ligne: anew(press("Détails de Gare centrale")),
    vide: press(SAVE),
    messages: all(press("Réussite"), press("Échec")),
  },
  "/mon-compte": {
    adresse: press("Changer d'adresse e-mail"),
    "mot-de-passe": anew(press("Changer de mot de passe")),
    application: anew(press("Ajouter une application")),
    "application-cle": all(type("Mot de passe", password), press("Confirmer")),
    sessions: anew(press("Terminer toutes les autres sessions")),
  },
  "/tb-stations/1/details": {
    ligne: press("Détails de A1"),
    "a-distance": press("A1, gestion à distance"),
    code: press("Générer le code d'ouverture à distance"),
    activer: anew(flip("Activer A1")),
  },
  "/gestion-stations/1/details": {
    modifier: press("Modifier"),
    vide: all(type(/^Nom/, ""), type(/^Code postal/, "3800"), press(SAVE)),
    casier: afresh(press("Ajouter un casier")),
    "casier-vide": press(SAVE),
    ligne: afresh(press("Détails de A1")),
    "supprimer-casier": press("Supprimer"),
    importer: anew(press("Importer des casiers")),
    "importer-lignes": all(
      type("Lignes à importer", "nom;type;carte;ports\nM2;Trottinette;Carte 1;3\nM1;Vélo;C;trois"),
      press("Vérifier"),
    ),
    supprimer: afresh(press("Supprimer la station")),
  },
  "/gestion-tarifs/1/details": {
    comparaison: all(type("Montant", "0,80"), see(/dernières utilisations/)),
    annuler: all(
      (page) => page.getByRole("link", { name: /^Retour/ }).click(),
      see("Voulez-vous vraiment annuler"),
    ),
    plage: afresh(press("Ajouter une plage horaire")),
    "plage-vide": press(SAVE),
    "plage-calendrier": press(/^Choisir dans un calendrier.*Date de début/),
    station: afresh(press("Ajouter une station")),
    "station-choix": all(type("Station", "chavant"), choose("option", /Chavant/)),
    casiers: afresh(press(`Détails de ${VICTOR_HUGO}`)),
    "toutes-stations": afresh(press("Toutes mes stations")),
    usagers: afresh(type("Emails", '"Durand, Zoé" <zoe@d.test>; ZOE@d.test; faux@')),
    semaine: afresh(press("Afficher le calendrier")),
    simulation: press("Simuler une occupation"),
    "simulation-enlevement": press("Jusqu'à l'enlèvement"),
    "simulation-refus": all(type("Date de fin", "19-11-2020"), press("Simuler")),
  },
  "/gestion-tarifs/1/rejeux": { vide: press("Rejouer les prix") },
  "/gestion-exploitants/1/details": {
    "informations-modifier": pressIn("Informations de l'exploitant", "Modifier"),
    "informations-vide": all(type("Nom", ""), type("Code postal", "3"), press(SAVE)),
    "identite-modifier": afresh(pressIn("Identité et TVA", "Modifier")),
    referent: afresh(press("Ajouter un référent")),
    "referent-vide": press(SAVE),
    gestionnaire: afresh(press("Ajouter un gestionnaire")),
    "gestionnaire-vide": press(SAVE),
    "gestionnaire-ligne": afresh(press("Détails de Sophie Delmas")),
    droits: afresh(press("Droits, expiration et limite")),
    "cle-vide": press("Créer une clé"),
    "cle-modifier": anew(press(/^Modifier Démonstration/)),
    "cle-remplacer": anew(press(/^Remplacer Démonstration/)),
    "cle-revoquer": anew(press(/^Révoquer Démonstration/)),
    "cle-creee": afresh(type(/^Libellé de la nouvelle clé/, "Essai"), press("Créer une clé")),
    notification: afresh(press("Ajouter une notification")),
    "notification-vide": press(SAVE),
    "double-authentification": afresh(flip(/^Double authentification obligatoire/)),
  },
  "/creation-station": {
    vide: press(SAVE),
    formats: all(type(/^Code postal/, "3800"), type(/^Latitude/, "nord"), press(SAVE)),
    annuler: press("Annuler"),
  },
  "/creation-tarif": {
    vide: press(SAVE),
    forfait: press(/^Forfait de nuit/),
    entreprise: press(/^Tarif d'entreprise/),
    abonnement: press(/^Abonnement mensuel/),
    simulation: press("Simuler une occupation"),
  },
  "/creation-exploitant": {
    vide: press("Terminer"),
    formats: all(type("Email", "contact"), type("Code postal", "7400"), press("Terminer")),
  },
};

const page = (path: string, opened: Opened): Scene => ({
  name: path.slice(1).replaceAll("/", "-") || "accueil",
  path,
  ...(opened[path] && { steps: opened[path] }),
});

/** Pages whose addresses depend on the data, and those that stand in a state of their own. */
function others(ids: Record<string, number>): Scene[] {
  const failing = { calls: /\/api\//, status: 500, message: "Erreur" };
  const call = `/recit?usager=${ids.caller}&casier=${ids.locker}`;
  const account = "/gestion-utilisateurs?recherche=sabrina+marty";
  const row = (title: string) => pressIn(title, DETAILS);
  const fiche: Record<string, Step> = {
    fiche: follow(/^Gérer/),
    utilisation: row("Utilisations"),
  };
  return [
    {
      name: "menu",
      path: "/",
      width: "phone",
      steps: { ouvert: open("Ouvrir le menu") },
    },
    {
      name: "menu",
      path: "/",
      width: "desk",
      steps: {
        suite: scrollTo("nav a"),
        exploitants: (page) => page.getByRole("combobox", { name: "Exploitants" }).click(),
        replie: all(key("Escape"), open("Replier le menu")),
      },
    },
    { name: "chargement", path: "/tb-stations", waiting: /\/api\/admin\/(station|exploitant)/ },
    {
      name: "echec",
      path: "/tb-stations",
      failing: { ...failing, calls: /\/api\/admin\/station/ },
    },
    {
      name: "echec-fiche",
      path: "/gestion-stations/1/details",
      failing: { ...failing, calls: /\/api\/admin\/station/ },
    },
    {
      name: "echec-paiements",
      path: "/liste-paiements",
      failing: { ...failing, calls: /\/api\/admin\/paiements/ },
    },
    { name: "echec-total", path: "/a-traiter", failing },
    {
      name: "session-expiree",
      path: "/tb-stations",
      failing: { calls: /\/api\//, status: 401, message: "Expired JWT Token" },
    },
    {
      name: "session-expiree-en-route",
      path: "/tb-stations",
      failing: { calls: /\/api\//, status: 401, message: "Expired JWT Token", later: true },
      steps: { dialogue: follow("Gérer Gare centrale") },
    },
    {
      name: "hors-connexion",
      path: "/tb-stations",
      failing: { calls: /\/api\//, status: 0, message: "", later: true },
      steps: { avis: follow("Gérer Gare centrale") },
    },
    {
      name: "nouveau-mot-de-passe-lien",
      path: "/nouveau-mot-de-passe#jeton=essai",
      signedOut: true,
      steps: { vide: press(/./, 1) },
    },
    { name: "confirmer-adresse-lien", path: "/confirmer-adresse#jeton=essai", signedOut: true },
    {
      name: "confirmer-inscription-lien",
      path: "/confirmer-inscription#jeton=essai",
      signedOut: true,
    },
    {
      name: "recit-appel",
      path: call,
      steps: {
        gratuit: press(/^Ne pas faire payer/),
        fin: anew(unfoldActs, press("Mettre fin à l'utilisation")),
        "vraie-fin": check("Elle s'est terminée plus tôt"),
        papier: anew(onPaper),
      },
    },
    {
      name: "recit-actions",
      path: call,
      width: "phone",
      steps: { autres: press(/^Autres actions/) },
    },
    {
      name: "station-casier-occupe",
      path: `/tb-stations/1/details?ouvertes=${ids.locker}`,
      steps: {
        "a-distance": press(/^Gestion à distance/),
        gratuit: press("Ne pas faire payer"),
        fin: all(key("Escape"), press("Mettre fin à l'utilisation")),
      },
    },
    {
      name: "station-collective",
      path: "/tb-stations",
      steps: {
        fiche: follow("Gérer Place de Verdun"),
        conditions: press(/^Conditions tarifaires/),
        informations: press("Informations"),
        journal: press("Journal"),
      },
    },
    {
      name: "station-conditions",
      path: "/tb-stations/1/details",
      steps: { onglet: press("Conditions tarifaires"), voir: press(/^Voir les conditions/) },
    },
    {
      name: "configuration-collective",
      path: "/gestion-stations",
      steps: {
        fiche: follow("Modifier Place de Verdun"),
        ligne: press(DETAILS),
        ajouter: press(/^Ajouter un/),
      },
    },
    {
      name: "tarif-nuit",
      path: "/gestion-tarifs",
      steps: { fiche: follow(/^Modifier Nuit gratuite/), plage: press("Détails de Nuit") },
    },
    {
      name: "tarif-agents",
      path: "/gestion-tarifs",
      steps: { fiche: follow(/^Modifier Agents/), ouvrir: press("Ouvrir à tous les usagers") },
    },
    {
      name: "tarif-abonnement",
      path: "/gestion-tarifs",
      steps: { fiche: follow(/^Modifier Abonnement annuel/) },
    },
    {
      name: "reddition-a-cloturer",
      path: "/reddition",
      steps: {
        mois: (page) => page.getByRole("main").getByRole("link").last().click(),
        cloturer: press("Clôturer le mois"),
      },
    },
    {
      name: "rejeu",
      path: `/rejeux/${ids.replay}`,
      steps: { rembourser: press("Rembourser les trop-perçus"), vide: press(/^Rembourser/) },
    },
    { name: "rejeu-rembourse", path: `/rejeux/${ids.refunded}` },
    { name: "lot", path: `/lots/${ids.batch}` },
    {
      name: "notification",
      path: `/gestion-exploitants/1/notifications-sortantes/${ids.hook}/details`,
      steps: {
        livraison: press(DETAILS),
        autre: press(DETAILS, 1),
        renvoyer: press("Renvoyer"),
        modifier: anew(press("Modifier")),
        secret: afresh(press("Remplacer le secret")),
        "secret-montre": press("Remplacer"),
        supprimer: afresh(press("Supprimer")),
      },
    },
    {
      name: "utilisateur",
      path: account,
      steps: {
        ...fiche,
        bannir: press("Bannir"),
        anonymiser: anew(press("Anonymiser")),
        role: anew(press("Donner un rôle")),
      },
    },
    {
      name: "usager",
      path: "/gestion-utilisateurs-exploitant?recherche=sabrina+marty",
      steps: fiche,
    },
    {
      name: "abonne",
      path: `/gestion-utilisateurs-exploitant/${ids.caller}/details`,
      steps: { abonnement: row("Abonnements"), resilier: press("Résilier") },
    },
    {
      name: "paiement-impaye",
      path: "/liste-paiements-exploitant?statut=PERMANENT_ERROR",
      steps: {
        ligne: press(DETAILS),
        paiement: press("Détails du paiement"),
        paye: press("Marquer comme payé"),
        "paye-vide": press("Marquer comme payé"),
        annuler: anew(press("Détails du paiement"), press("Annuler le paiement")),
        ordre: anew(press("Détails du paiement"), press("Générer un ordre de paiement")),
      },
    },
    {
      name: "paiement-encaisse",
      path: "/liste-paiements-exploitant?statut=PAID",
      steps: {
        ligne: press(DETAILS),
        paiement: press("Détails du paiement"),
        rembourser: press("Rembourser"),
        "rembourser-vide": press("Rembourser"),
      },
    },
    {
      name: "utilisation-en-cours",
      path: "/liste-paiements-exploitant?statut=RUNNING",
      steps: { ligne: press(DETAILS), gratuit: press("Ne pas faire payer") },
    },
    { name: "maintenance-casier", path: `/mode-maintenance?station=1&casier=${ids.locker}` },
    { name: "liste-page-2", path: "/gestion-utilisateurs?page=2" },
    {
      name: "littoral-identite",
      path: "/gestion-exploitants/2/details",
      steps: { modifier: pressIn("Identité et TVA", "Modifier") },
    },
  ];
}

function open(name: string): Step {
  return (page) => page.getByRole("button", { name, exact: true }).click();
}

async function unfoldActs(page: Parameters<Step>[0]): Promise<void> {
  const more = page.getByRole("button", { name: /^Autres actions/ });
  if (await more.isVisible()) await more.click();
}

export function scenes(ids: Record<string, number>): Scene[] {
  return [
    ...Object.keys(pages.open).map((path) => ({ ...page(path, signedOut), signedOut: true })),
    ...Object.keys({ ...pages.lists, ...pages.others }).map((path) => page(path, signedIn)),
    ...others(ids),
  ];
}
