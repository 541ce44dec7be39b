import type { Locker } from "@/entities/locker/api";
import { useOwnId } from "@/session/account";
import { notifySuccess } from "@/ui/feedback/notify";
import { named } from "../wording";
import { type KeptOutage, type KeptReport, keepDraft } from "./store";

/** Returns what keeps on this telephone what no answer came to; false: it cannot be kept. */
export function useKeep(locker: Locker) {
  const accountId = useOwnId();
  return async (id: string, typed: KeptOutage | KeptReport): Promise<boolean> => {
    if (accountId === undefined) return false;
    const place = `${named(locker)}, ${locker.station.nom}`;
    try {
      await keepDraft({ ...typed, id, accountId, lockerId: locker.id, place, at: Date.now() });
    } catch {
      return false;
    }
    notifySuccess(
      "Pas de réseau\u00a0: c'est enregistré sur ce téléphone, et à envoyer plus tard.",
    );
    return true;
  };
}
