import type { components } from "@/api/schema";
import { pictureAt } from "@/entities/photo/reduced";
import { useAddInterventionPhoto } from "../photos/api";
import { useOpenIntervention } from "./api";

/** A report of a breakdown, with its photos. */
export type Report = {
  operatorId: number;
  body: components["schemas"]["InterventionInput"];
  /** As addresses (`addressOf`), which a browser keeps and shows as they are. */
  photos: readonly string[];
};

/** The intervention that a report opened, or was added to. */
export type Opened = { id: number; numero: number; signalements: number };

type Sending = {
  report: Report;
  /** The key of its first try. */
  key: string;
  /** What an earlier try opened: the photos alone are sent then. */
  opened?: Opened | undefined;
  onOpened: (opened: Opened) => unknown;
};

/** Sends a report, then its photos one after the other: the same photo sent again is added once. */
export function useSendReport() {
  const { mutateAsync: open } = useOpenIntervention();
  const { mutateAsync: add } = useAddInterventionPhoto();
  return async ({ report: { operatorId, body, photos }, key, onOpened, ...sending }: Sending) => {
    let { opened } = sending;
    if (!opened) {
      const { id, numero, signalements } = await open({ operatorId, body, key });
      opened = { id, numero, signalements };
      await onOpened(opened);
    }
    for (const photo of photos) await add({ id: opened.id, photo: pictureAt(photo) });
    return opened;
  };
}

export const openedSentence = ({ numero, signalements }: Opened) =>
  signalements > 1
    ? `Le signalement s'ajoute à l'intervention n°\u00a0${numero}.`
    : `L'intervention n°\u00a0${numero} est ouverte.`;
