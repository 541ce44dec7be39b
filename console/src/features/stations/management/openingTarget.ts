import type { Station } from "../queries";
import type { Locker } from "./queries";
import { lockerWord, personName } from "./wording";

/** What the remote management was opened for: a locker, and optionally one stay in it. */
export interface RemoteRequest {
  lockerId: number;
  useId?: number;
}

/** The locker and stay of a RemoteRequest in their current state. */
export interface RemoteTarget {
  locker: { id: number; name: string; word: "casier" | "espace" };
  stationName: string;
  /** Undefined when the request names no stay; null when its stay has ended since. */
  use?: { id: number; person: string; startedAt: string; free: boolean } | null;
}

export function findTarget(station: Station, request: RemoteRequest): RemoteTarget | null {
  const locker = station.casiers?.find(({ id }) => id === request.lockerId);
  if (!locker) return null;
  return {
    locker: { id: locker.id, name: locker.nom, word: lockerWord(station) },
    stationName: station.nom,
    use: request.useId === undefined ? undefined : findUse(locker, request.useId),
  };
}

function findUse(locker: Locker, useId: number): RemoteTarget["use"] {
  const use = locker.utilisations.find(({ utilisation }) => utilisation.id === useId);
  if (!use) return null;
  const { debutOccupation, paiement } = use.utilisation;
  return {
    id: useId,
    person: personName(use),
    startedAt: debutOccupation,
    free: paiement.paiementStatut === "FREE",
  };
}
