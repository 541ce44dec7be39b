import { RIGHTS, type Right } from "@/api/rights";
import type { components } from "@/api/schema";
import type { Operator } from "@/entities/operator/api";
import type { Station } from "@/entities/station/api";

/** Makes a token that the server issued just now, by a clock that may differ from that of the browser. */
export function makeToken({
  roles = ["ROLE_BACK"],
  minutes = 10,
  sub = "12",
  username = "",
  serverAhead = 0,
} = {}): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
  const now = Math.floor(Date.now() / 1000) + serverAhead * 60;
  return `${part({ alg: "HS256" })}.${part({ sub, username, roles, iat: now, exp: now + minutes * 60 })}.sceau`;
}

const address = { adresse: "4 rue du Port", codePostal: "38000", ville: "Grandval" };

export const grandval: Operator = {
  id: 1,
  version: 1,
  nom: "Métropole de Grandval",
  mail: "contact@grandval.test",
  adresse: address,
  metabaseId: 7,
  donneesOuvertes: false,
  doubleAuthentification: false,
  identiteFiscale: {
    raisonSociale: "Grandval Métropole, régie des mobilités",
    siret: "99999901400015",
    tvaIntracommunautaire: "FR66999999014",
    forme: "regie",
    tauxTva: 2000,
    mentionExoneration: "",
    prefixeDocuments: "GRV",
    formeSociale: "",
    capitalSocial: 0,
    villeRcs: "",
    mandant: "",
  },
};
export const brume: Operator = {
  id: 3,
  version: 1,
  nom: "Pays de Brume Mobilités",
  mail: "contact@brume.test",
  adresse: address,
  metabaseId: null,
  donneesOuvertes: false,
  doubleAuthentification: false,
  identiteFiscale: {
    raisonSociale: "",
    siret: "",
    tvaIntracommunautaire: "",
    forme: "",
    tauxTva: 2000,
    mentionExoneration: "",
    prefixeDocuments: "EX3",
    formeSociale: "",
    capitalSocial: 0,
    villeRcs: "",
    mandant: "",
  },
};

export const ALL_RIGHTS: readonly Right[] = RIGHTS;

export function ownAccount(rights: readonly Right[]): components["schemas"]["OwnAccount"] {
  return {
    id: 12,
    nom: "Exemple",
    prenom: "Camille",
    email: "camille@consigne.test",
    roles: ["Administrateur"],
    droits: rights.map((droit) => ({ droit })),
  };
}

export function station(changes: Partial<Station> = {}): Station {
  return {
    id: 5,
    version: 1,
    nom: "Gare centrale",
    libelleAdmin: "GRV-01",
    actif: true,
    horsService: null,
    stationType: "indiv",
    systemeComptage: null,
    adresse: { adresse: "1 place de la Gare", codePostal: "38000", ville: "Grandval" },
    descriptif: {
      codeCommune: null,
      idOsm: null,
      mobilier: null,
      couverture: null,
      surveillance: null,
      lumiere: null,
      proprietaire: null,
      anneeMiseEnService: null,
      urlInformation: null,
    },
    exploitant: { id: 1, nom: grandval.nom },
    nombreCasiersValides: 20,
    nombreCasiersLibres: 12,
    nombreCasiersOccupes: 8,
    nombreCasiersInactifs: 3,
    etiquettes: [],
    ...changes,
  };
}

type Locker = components["schemas"]["Locker"];
type LockerStay = components["schemas"]["LockerStay"];

const bike = { id: 2, nom: "Vélo", cle: "velo" };

export function locker(changes: Partial<Locker> = {}): Locker {
  const nom = changes.nom ?? "A1";
  return {
    id: 1,
    version: 1,
    nom,
    libelleCasier: nom,
    type: bike,
    casierType: bike,
    complement: "Rangée basse",
    complementCasier: "Rangée basse",
    etat: "Libre",
    attribution: null,
    actif: true,
    horsService: null,
    etiquettes: [],
    stationCarteAdresse: "10.1.1.10",
    stationCartePort: "1",
    nbMaxSpaces: 1,
    nombreOccupees: 0,
    connexionSystemeComptage: "",
    station: { id: 5, nom: "Gare centrale" },
    tarifApplique: null as unknown as Locker["tarifApplique"],
    autresConditionsTarifaires: [],
    utilisations: [],
    ...changes,
  };
}

/** A current stay, without a tariff unless one is given. */
export function stay(id: number, changes: Partial<LockerStay["utilisation"]> = {}): LockerStay {
  const utilisateur = {
    id: 40 + id,
    nom: "Jacquet",
    prenom: "Pauline",
    email: "pauline@exemple.test",
    telephone: "+33639984642",
  };
  const tarif = null as unknown as LockerStay["tarif"];
  return {
    utilisateur,
    tarif,
    utilisation: {
      id,
      exploitant: 1,
      idOccupation: id,
      debut: "20/11/2026",
      heureDebut: "14:28",
      fin: null,
      heureFin: null,
      debutOccupation: "2026-11-20T14:28:07+01:00",
      finOccupation: null,
      cout: 0,
      coutUtilisation: 0,
      depassement: false,
      enlevement: false,
      test: false,
      station: { id: 5, nom: "Gare centrale" },
      casier: { id: 1, nom: "A1", complement: "", type: bike },
      user: utilisateur,
      paiement: { id: null, paiementStatut: "RUNNING" },
      occupationPrix: {
        prixActuel: 0,
        dureeStationnementNormal: 125,
        prixAvantDepassement: 0,
        dureeStationnementDepassement: 0,
        prixDepassement: 0,
        prixEnlevement: 0,
        lignes: [],
      },
      tarif,
      tarifOccupation: tarif,
      ...changes,
    },
  };
}

type Tariff = components["schemas"]["TariffWithLists"];

/** A tariff with a price an hour, for everybody, at any time. */
export function tariff(changes: Partial<Tariff> = {}): Tariff {
  const libelle = changes.libelle ?? "Casier à l'heure";
  return {
    id: 1,
    version: 1,
    idExploitant: 1,
    libelle,
    libelleAdmin: libelle,
    libellePublic: "Casier",
    libelleUtilisateur: "Casier",
    abonnement: false,
    typeTarif: "heure",
    montant: 50,
    montantPromo: null,
    montantPlafond: null,
    nombreMinutesPlafond: null,
    nombreMinutesGratuites: null,
    franchise: false,
    nombreMinutesAvantDepassement: null,
    montantDepassement: null,
    uniteDureeDepassement: null,
    nombreMinutesAvantEnlevement: null,
    rappelMinutes: null,
    montantEnlevement: null,
    nombreMaxOccupations: null,
    placeAttribuee: false,
    periodes: [],
    beneficiaires: [],
    stations: [],
    ...changes,
  };
}

/** A service key of an operator. */
export const key = {
  id: 4,
  libelle: "Application mobile",
  debut: "ck_EC2SS",
  creation: "2026-11-21T07:19:00Z",
  derniereUtilisation: null,
  droits: [] as string[],
  terrain: true,
  expiration: null as string | null,
  limite: null as number | null,
  remplacement: null as { jusqua: string } | null,
};

export const problem = (code: number, message: string, detail: string) => ({
  code,
  message,
  detail,
});

/** The refusal of a write that Zoé Martin overtook with this act. */
export const overtaken = (action: string, objet: components["schemas"]["AuditObject"]) => ({
  ...problem(
    409,
    "Conflict",
    "Ces informations ont été modifiées depuis que vous les avez ouvertes.",
  ),
  conflit: {
    version: 2,
    modifications: [
      {
        id: 1,
        instant: "2026-11-22T23:02:00+01:00",
        acteur: { id: 2, nom: "Zoé Martin" },
        exploitant: { id: 1, nom: "Métropole de Grandval" },
        action,
        objet,
        changements: {},
      },
    ],
  },
});

type AccountDetails = components["schemas"]["AccountDetails"];

export function account(changes: Partial<AccountDetails> = {}): AccountDetails {
  const email = changes.email ?? "pauline@exemple.test";
  return {
    id: 40,
    version: 1,
    nom: "Jacquet",
    prenom: "Pauline",
    email,
    mail: email,
    telephone: "+33639984642",
    actif: true,
    anonymise: false,
    role: "Utilisateur",
    nbExploitation: 1,
    roles: [{ exploitationId: 1, exploitationLibelle: grandval.nom, roles: ["Utilisateur"] }],
    supprimable: true,
    utilisateurPaiement: {
      nombreTotalPaiement: 6,
      nombrePaiementValide: 3,
      nombrePaiementAnnule: 1,
      nombrePaiementEnCours: 0,
      nombrePaiementEnAttente: 2,
    },
    ...changes,
  };
}

const none = { total: 0, reportes: 0, retenus: 0, items: [] };

export const emptyWorklist: components["schemas"]["Worklist"] = {
  total: 0,
  reportes: 0,
  paiements: none,
  depassements: none,
  enlevements: none,
  espaces: none,
  muettes: none,
  offres: none,
  cartes: none,
  abonnements: none,
  interventions: none,
};

type Payment = components["schemas"]["Payment"];
type Attempt = components["schemas"]["Attempt"];

/** A stay of one hour whose payment failed for good. */
export function payment(changes: Partial<Payment> = {}): Payment {
  const { utilisation } = stay(70, {
    finOccupation: "2026-11-20T15:28:07+01:00",
    coutUtilisation: 1250,
  });
  return {
    id: 70,
    idUtilisateur: 40,
    nom: "Jacquet",
    prenom: "Pauline",
    email: "pauline@exemple.test",
    telephone: "+33639984642",
    exploitant: 1,
    test: false,
    datePaiement: null,
    montant: 1250,
    montantInitial: changes.montant ?? 1250,
    rembourse: 0,
    remboursementEnAttente: 0,
    uuidReservation: "a1b2c3d4-0000-4000-8000-000000000070",
    utilisations: [utilisation],
    prochainePresentation: null,
    regroupement: null,
    contestation: null,
    demandeRemboursement: null,
    paiementDetail: { paiementStatut: "PERMANENT_ERROR", paiementPresentation: [attempt()] },
    actions: ["manual", "generer-ordre", "annuler"],
    ...changes,
  };
}

export function attempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    uuid: "p-1",
    nature: "presentation",
    type: "Carte bancaire",
    statut: "UNPAID",
    commentaire: "",
    datePresentation: "2026-11-20T15:28:09+01:00",
    montant: 1250,
    carte: { pan: "**** **** **** 4242", expirationDate: "12/30" },
    tentative: 1,
    encaissement: null,
    ...changes,
  };
}

/** A session of the caller: the current one, unless changed. */
export const openSession = (
  changes: Partial<components["schemas"]["OpenSession"]> = {},
): components["schemas"]["OpenSession"] => ({
  id: "S1",
  appareil: "Firefox sous Windows",
  adresse: "192.0.2.0/24",
  moyen: "mot-de-passe",
  ouverteLe: "2026-03-10T09:00:00+01:00",
  derniereUtilisation: "2026-03-10T14:05:00+01:00",
  expireLe: "2026-03-11T02:05:00+01:00",
  courante: true,
  ...changes,
});

/** The settings of an operator. */
export const operatorSettings = (
  changes: Partial<components["schemas"]["OperatorSettings"]> = {},
): components["schemas"]["OperatorSettings"] => ({
  version: 1,
  delaiGraceJours: 7,
  delaiPreavisJours: 30,
  delaiOffreJours: 5,
  montantMinimumEncaissement: 50,
  delaiMaximumEncaissementJours: 30,
  montantMinimumPrestataire: 50,
  recusParCourriel: "abonnements",
  veloPreavisJours: 30,
  veloEnlevementJours: 0,
  veloGardeJours: 90,
  veloFinJours: 0,
  veloTexteAvis: "",
  ...changes,
});

/** An open intervention at locker A1. */
export const intervention = (
  changes: Partial<components["schemas"]["Intervention"]> = {},
): components["schemas"]["Intervention"] => ({
  id: 12,
  numero: 12,
  etat: "ouverte",
  cause: "serrure",
  station: { id: 5, nom: "Gare centrale" },
  casier: { id: 1, nom: "A1" },
  ouverture: "2026-11-20T16:03:00+01:00",
  signalements: 1,
  resolution: null,
  urgence: "normale",
  complement: "",
  description: "Pêne tordu",
  responsable: null,
  echeance: null,
  misHorsService: false,
  casierActif: true,
  pieces: "",
  minutes: 0,
  ...changes,
});
/** A search for a call that finds nothing. */
export const nothingFound: components["schemas"]["CallCandidates"] = {
  usagers: [],
  casiers: [],
  stations: [],
  paiements: [],
  documents: [],
  interventions: [],
};
