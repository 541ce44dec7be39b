import type { Locker } from "@/entities/locker/api";
import type { Station } from "@/entities/station/api";
import type { OpeningTarget } from "../opening/target";
import { customerName, lockerWord } from "./wording";

/** What the opening dialog was opened for: a locker, and optionally one stay in it. */
export interface OpeningRequest {
  lockerId: number;
  stayId?: number;
}

/** Returns the locker and the stay of the request in their current state. */
export function findTarget(station: Station, request: OpeningRequest): OpeningTarget | null {
  const locker = station.casiers?.find(({ id }) => id === request.lockerId);
  if (!locker) return null;
  return {
    locker: { id: locker.id, name: locker.nom, word: lockerWord(station) },
    stationName: station.nom,
    stay: request.stayId === undefined ? undefined : findStay(locker, request.stayId),
  };
}

function findStay(locker: Locker, stayId: number): OpeningTarget["stay"] {
  const stay = locker.utilisations.find(({ utilisation }) => utilisation.id === stayId);
  if (!stay) return null;
  const { debutOccupation, paiement } = stay.utilisation;
  return {
    id: stayId,
    customer: customerName(stay),
    email: stay.utilisateur.email,
    startedAt: debutOccupation,
    free: paiement.paiementStatut === "FREE",
  };
}
