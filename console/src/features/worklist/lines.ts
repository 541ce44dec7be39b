import type { components } from "@/api/schema";
import type { Worklist } from "@/data/worklist";
import { cardExpiry } from "@/kit/cardExpiry";
import { paymentStatus } from "@/kit/paymentStatus";
import type { StatusColor } from "@/ui/StatusChip";
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatEuros,
  formatSince,
} from "@/words/format";
import { removedLabel } from "@/words/space";
import { counted, type Kind } from "./kinds";

type Schemas = components["schemas"];
type Locker = Schemas["StayLocker"];

interface Destination {
  to: string;
  search?: object;
  hash?: string;
}

/** One worklist item, with the page where it is settled. */
export interface Line extends Destination {
  key: number;
  title: string;
  detail: string;
  /** Tells since when the item waits, or until when it can. */
  note: string;
  amount?: string;
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
      return worklist.depassements.items.map((stay) => stayLine(stay, now, overrun));
    case "enlevements":
      return worklist.enlevements.items.map((stay) => stayLine(stay, now, removed(stay.casier)));
    case "muettes":
      return worklist.muettes.items.map((silent) => silentLine(silent, now));
    case "espaces":
      return worklist.espaces.items.map(spaceLine);
    case "cartes":
      return (worklist.cartes?.items ?? []).map((card) => cardLine(card, administrator, now));
  }
}

const PAYMENTS = "/liste-paiements-exploitant";

/** The pages that list all items of a kind; a kind may have none. */
export const LIST_LINKS: Partial<Record<Kind, Destination & { label: string }>> = {
  paiements: {
    label: "Voir tous les paiements en échec",
    to: PAYMENTS,
    search: { statut: ["PERMANENT_ERROR", "INVALID_PAYMENT"] },
  },
};

const placeName = (station: { nom: string }, locker: Locker) => `${station.nom}, ${locker.nom}`;

function paymentLine(payment: Schemas["FailedPayment"]): Line {
  const { id, montant, paiementStatut, datePresentation, utilisateur, station, casier } = payment;
  return {
    key: id,
    to: PAYMENTS,
    search: { paiement: id },
    title: utilisateur.nom,
    detail:
      station && casier
        ? placeName(station, casier)
        : `Abonnement «\u00a0${payment.abonnement}\u00a0»`,
    note: `Dernière tentative le ${formatDate(datePresentation)}`,
    amount: formatEuros(montant),
    chip: paymentStatus(paiementStatut),
  };
}

/** Returns the link to a station's page with that locker's row open. */
const lockerDestination = (station: { id: number }, locker: Locker): Destination => ({
  to: `/tb-stations/${station.id}/details`,
  search: { ouvertes: [locker.id] },
  hash: `casier-${locker.id}`,
});

const overrun: Line["chip"] = { label: "Temps limite dépassé", color: "orange" };

const removed = (locker: Locker): Line["chip"] => ({ label: removedLabel(locker), color: "red" });

/** Adds a word joiner after each hyphen: a no-break space alone would not stop a break there. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00a0").replaceAll("-", "-\u2060");

const MINUTE = 60_000;

function stayLine(stay: Schemas["StayPastLimit"], now: number, chip: Line["chip"]): Line {
  const { idOccupation, debutOccupation, limite, utilisateur, station, casier } = stay;
  const minutes = Math.max(0, Math.floor((now - Date.parse(limite)) / MINUTE));
  return {
    ...lockerDestination(station, casier),
    key: idOccupation,
    title: placeName(station, casier),
    detail: `${utilisateur.nom}, depuis le ${unbroken(formatDateTime(debutOccupation))}`,
    note: `Limite passée depuis ${formatDuration(minutes)}`,
    chip,
  };
}

function silentLine({ station, depuis }: Schemas["SilentStation"], now: number): Line {
  return {
    key: station.id,
    to: `/tb-stations/${station.id}/details`,
    title: station.nom,
    detail: "Son contrôleur ne répond plus",
    note: `Depuis ${formatSince(depuis, now)}`,
    chip: { label: "Muette", color: "red" },
  };
}

function spaceLine({ station, casier, nbMaxSpaces, nombreOccupees }: Schemas["FullSpace"]): Line {
  return {
    ...lockerDestination(station, casier),
    key: casier.id,
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
    key: utilisateur.id,
    to: `${list}/${utilisateur.id}/details`,
    title: utilisateur.nom,
    detail: `${pan}, expiration\u00a0: ${expirationDate}`,
    note: prochainPaiement
      ? `Prochain paiement le ${formatDate(prochainPaiement)}`
      : "Aucun paiement à venir",
    chip: cardExpiry(expirationDate, new Date(now)),
  };
}
