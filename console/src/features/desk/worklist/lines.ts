import type { components } from "@/api/schema";
import { differenceState, MOVEMENT_KINDS } from "@/entities/difference/words";
import { OUTAGE_CAUSES } from "@/entities/locker/outageWords";
import { removedLabel } from "@/entities/locker/space";
import { cardExpiry } from "@/entities/payment/cardExpiry";
import { disputeOf } from "@/entities/payment/dispute";
import { paymentStatus } from "@/entities/payment/paymentStatus";
import {
  capitalised,
  counted,
  formatCount,
  formatDate,
  formatDuration,
  formatEuros,
  formatLong,
  formatMonth,
  formatSince,
} from "@/format";
import { type Destination, lockerDestination } from "@/kit/routing/destination";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import type { Handling, Kind, Worklist } from "./api";
import type { WorklistSearch } from "./search";

type Schemas = components["schemas"];
type Locker = Schemas["StayLocker"];

/** What names a line for the server, and what staff do with it. */
export interface LineRef {
  kind: Kind;
  objectId: number;
  since: string;
  handling: Handling;
}

/** One worklist item, with the page where it is settled. */
export interface Line extends LineRef, Destination {
  title: string;
  detail: string;
  /** Tells since when the item waits, or until when it can. */
  note: string;
  amount?: string;
  /** The amount of a payment, in cents. */
  cents?: number;
  /** What staff may do with a payment, and from when on an order may be generated. */
  actions?: Schemas["FailedPayment"]["actions"];
  orderFrom?: string;
  chip: { label: string; color: StatusColor } | null;
}

/** Returns the lines of a kind, the most urgent first. */
export function linesOf(
  kind: Kind,
  worklist: Worklist,
  { administrator, now }: { administrator: boolean; now: number },
): Line[] {
  switch (kind) {
    case "paiements":
      return worklist.paiements.items.map(paymentLine);
    case "depassements":
      return worklist.depassements.items.map((stay) =>
        stayLine("depassements", stay, now, overrun),
      );
    case "enlevements":
      return worklist.enlevements.items.map((stay) =>
        stayLine("enlevements", stay, now, removed(stay.casier)),
      );
    case "muettes":
      return worklist.muettes.items.map((silent) => silentLine(silent, now));
    case "espaces":
      return worklist.espaces.items.map(spaceLine);
    case "abonnements":
      return worklist.abonnements.items.map((unpaid) => unpaidLine(unpaid, now));
    case "cartes":
      return (worklist.cartes?.items ?? []).map((card) => cardLine(card, administrator, now));
    case "offres":
      return worklist.offres.items.map(offerLine);
    case "interventions":
      return worklist.interventions.items.map(interventionLine);
    case "velos":
      return (worklist.velos?.items ?? []).map(leftBikeLine);
    case "ecarts":
      return (worklist.ecarts?.items ?? []).map(differenceLine);
    case "remboursements":
      return (worklist.remboursements?.items ?? []).map(refundLine);
    case "clotures":
      return (worklist.clotures?.items ?? []).map(closingLine);
  }
}

/** Names a line in the address and among those that are ticked: « paiements:9 ». */
export const keyOf = ({ kind, objectId }: Pick<LineRef, "kind" | "objectId">) =>
  `${kind}:${objectId}`;

/** The id of a line's link on the page. */
export const lineId = (key: string) => `ligne-${key.replace(":", "-")}`;

/** Returns the lines of all kinds in one list, the first `count`. */
export function sortedLines(lines: readonly Line[], by: WorklistSearch["tri"], count: number) {
  const age = (line: Line) => Date.parse(line.since);
  const worth = ({ cents = -1 }: Line) => cents;
  return lines
    .toSorted((a, b) => (by === "montant" ? worth(b) - worth(a) : 0) || age(a) - age(b))
    .slice(0, count);
}

/** What the lines of every kind hold on the wire. */
const ref = (
  kind: Kind,
  objectId: number,
  { depuis, suivi }: { depuis: string; suivi: Handling },
): LineRef => ({ kind, objectId, since: depuis, handling: suivi });

const PAYMENTS = "/liste-paiements-exploitant";
const SUBSCRIPTIONS = "/abonnements";

/** The pages that list all items of a kind; a kind may have none. */
export const LIST_LINKS: Partial<Record<Kind, Destination & { label: string }>> = {
  paiements: {
    label: "Voir tous les paiements en échec",
    to: PAYMENTS,
    search: { statut: ["PERMANENT_ERROR", "INVALID_PAYMENT"] },
  },
  abonnements: {
    label: "Voir tous les abonnements impayés",
    to: SUBSCRIPTIONS,
    search: { etat: ["impaye"] },
  },
};

const placeName = (station: { nom: string }, locker: Locker) => `${station.nom}, ${locker.nom}`;

function paymentLine(payment: Schemas["FailedPayment"]): Line {
  const { id, montant, paiementStatut, datePresentation, utilisateur, station, casier } = payment;
  return {
    ...ref("paiements", id, payment),
    to: PAYMENTS,
    search: { paiement: id },
    title: utilisateur.nom,
    detail:
      station && casier
        ? placeName(station, casier)
        : `Abonnement «\u00a0${payment.abonnement}\u00a0»`,
    note: `Dernière tentative le ${formatDate(datePresentation)}`,
    amount: formatEuros(montant),
    cents: montant,
    actions: payment.actions,
    orderFrom: payment.ordreAPartirDu,
    chip: paymentStatus(paiementStatut),
  };
}

const overrun: Line["chip"] = { label: "Temps limite dépassé", color: "orange" };

const removed = (locker: Locker): Line["chip"] => ({ label: removedLabel(locker), color: "red" });

const MINUTE = 60_000;

function stayLine(
  kind: Kind,
  stay: Schemas["StayPastLimit"],
  now: number,
  chip: Line["chip"],
): Line {
  const { idOccupation, debutOccupation, limite, utilisateur, station, casier } = stay;
  const minutes = Math.max(0, Math.floor((now - Date.parse(limite)) / MINUTE));
  return {
    ...lockerDestination(station, casier),
    ...ref(kind, idOccupation, stay),
    title: placeName(station, casier),
    detail: `${utilisateur.nom}, depuis le ${formatLong(debutOccupation)}`,
    note: `Limite passée depuis ${formatDuration(minutes)}`,
    chip,
  };
}

function silentLine(silent: Schemas["SilentStation"], now: number): Line {
  const { station, depuis } = silent;
  return {
    ...ref("muettes", station.id, silent),
    to: `/tb-stations/${station.id}/details`,
    title: station.nom,
    detail: "Son contrôleur ne répond plus",
    note: `Depuis ${formatSince(depuis, now)}`,
    chip: { label: "Muette", color: "red" },
  };
}

function spaceLine(space: Schemas["FullSpace"]): Line {
  const { station, casier, nbMaxSpaces, nombreOccupees } = space;
  return {
    ...lockerDestination(station, casier),
    ...ref("espaces", casier.id, space),
    title: placeName(station, casier),
    detail: casier.complement || "Espace collectif",
    note: `${counted(nombreOccupees, "place")} occupées sur ${formatCount(nbMaxSpaces)}`,
    chip: { label: "Complet", color: "orange" },
  };
}

function cardLine(card: Schemas["ExpiringCard"], administrator: boolean, now: number): Line {
  const { utilisateur, pan, expirationDate, prochainPaiement } = card;
  const list = administrator ? "/gestion-utilisateurs" : "/gestion-utilisateurs-exploitant";
  return {
    ...ref("cartes", utilisateur.id, card),
    to: `${list}/${utilisateur.id}/details`,
    title: utilisateur.nom,
    detail: `${pan}, expiration\u00a0: ${expirationDate}`,
    note: prochainPaiement
      ? `Prochain paiement le ${formatDate(prochainPaiement)}`
      : "Aucun paiement à venir",
    chip: cardExpiry(expirationDate, new Date(now)),
  };
}

function unpaidLine(unpaid: Schemas["UnpaidSubscription"], now: number): Line {
  const { id, utilisateur, abonnement, montant, accesJusquAu } = unpaid;
  const open = accesJusquAu !== null && Date.parse(accesJusquAu) > now;
  return {
    ...ref("abonnements", id, unpaid),
    to: SUBSCRIPTIONS,
    search: { etat: ["impaye"], ligne: id },
    title: utilisateur.nom,
    detail: `Abonnement «\u00a0${abonnement}\u00a0»`,
    note: open
      ? `Donne accès jusqu'au ${formatDate(accesJusquAu)}`
      : `Impayé depuis ${formatSince(unpaid.depuis, now)}`,
    amount: formatEuros(montant),
    cents: montant,
    chip: open ? { label: "Impayé", color: "orange" } : { label: "Fermé", color: "red" },
  };
}

function offerLine(offer: Schemas["LapsedOffer"]): Line {
  const { idAttente, utilisateur, abonnement, depuis } = offer;
  return {
    ...ref("offres", idAttente, offer),
    to: "/liste-attente",
    search: { etat: ["sans_reponse"], ligne: idAttente },
    title: utilisateur.nom,
    detail: `Abonnement «\u00a0${abonnement}\u00a0»`,
    note: `Offre expirée le ${formatDate(depuis)}`,
    chip: { label: "Sans réponse", color: "orange" },
  };
}

function differenceLine(difference: Schemas["OpenDifference"]): Line {
  const { id, etat, type, mois, montant, montantPrestataire, depuis, contestation } = difference;
  return {
    ...ref("ecarts", id, difference),
    to: "/rapprochement",
    search: { mois },
    title: MOVEMENT_KINDS[type] ?? type,
    detail: `Chez nous ${formatEuros(montant)}, chez le prestataire ${formatEuros(montantPrestataire)}`,
    note: disputeOf(contestation) ?? `Constaté le ${formatDate(depuis)}`,
    amount: formatEuros(montantPrestataire - montant),
    chip: { label: differenceState(etat), color: "orange" },
  };
}

function refundLine(request: Schemas["RequestedRefund"]): Line {
  const { id, montant, prixPaye, prixJuste, commentaire, demandeur, utilisateur, depuis } = request;
  const { station, casier, abonnement } = request;
  const place =
    station && casier ? placeName(station, casier) : `Abonnement «\u00a0${abonnement}\u00a0»`;
  const price = prixJuste === null ? "" : `, prix calculé ${formatEuros(prixJuste)}`;
  return {
    ...ref("remboursements", id, request),
    to: PAYMENTS,
    search: { paiement: id },
    title: utilisateur.nom,
    detail: `${place}\u00a0: «\u00a0${commentaire}\u00a0»`,
    note: `Demandé par ${demandeur?.nom ?? "une clé"} le ${formatDate(depuis)}. Payé ${formatEuros(prixPaye)}${price}`,
    amount: formatEuros(montant),
    cents: montant,
    chip: { label: "Demandé", color: "orange" },
  };
}

function interventionLine(intervention: Schemas["OverdueIntervention"]): Line {
  const { id, numero, cause, echeance, chargee, station, casier } = intervention;
  return {
    ...ref("interventions", id, intervention),
    to: "/interventions",
    search: { station: station.id, ligne: id },
    title: casier ? placeName(station, casier) : `${station.nom}, toute la station`,
    detail: [`Intervention n°\u00a0${numero}`, OUTAGE_CAUSES[cause].toLowerCase(), chargee]
      .filter(Boolean)
      .join(", "),
    note: `Échéance le ${formatDate(echeance)}`,
    chip: { label: "En retard", color: "red" },
  };
}

/** What is due about a bicycle, by the step of its file. */
const DUE_STEPS: Record<Schemas["DueLeftBike"]["etape"], string> = {
  ouvert: "Préavis à donner",
  preavis: "Enlèvement possible",
  enleve: "Don ou destruction possible",
};

function leftBikeLine(bike: Schemas["DueLeftBike"]): Line {
  const { id, etape, description, station, casier, depuis } = bike;
  return {
    ...ref("velos", id, bike),
    to: "/velos-laisses",
    search: { etape: [etape], ligne: id },
    title: casier ? placeName(station, casier) : station.nom,
    detail: `Vélo laissé\u00a0: ${description}`,
    note: `Depuis le ${formatDate(depuis)}`,
    chip: { label: DUE_STEPS[etape], color: "orange" },
  };
}

function closingLine(closing: Schemas["RefusedClosing"]): Line {
  const { idExploitant, mois, motif, depuis } = closing;
  return {
    ...ref("clotures", idExploitant, closing),
    to: `/reddition/${mois}`,
    title: `Clôture de ${formatMonth(mois)}`,
    detail: capitalised(motif),
    note: `Refusée le ${formatDate(depuis)}`,
    chip: { label: "Refusée", color: "red" },
  };
}
