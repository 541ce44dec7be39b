import { useState } from "react";
import { asApiError } from "@/api/errors";
import { counted, formatDate, plural } from "@/format";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { keyOf, type Line } from "../lines";
import { useActOnLines } from "./api";
import type { Refused } from "./Refusals";

export type LinesAct = {
  action: "prendre" | "laisser" | "reporter";
  /** The day on which postponed lines come back; null: at once. */
  jusquAu?: string | null;
};

/** Says what was done to so many lines. */
function doneWords(act: LinesAct, n: number): string {
  const lines = counted(n, "ligne");
  if (act.action === "prendre") return `${lines} ${plural(n, "prise", "prises")} en charge.`;
  if (act.action === "laisser") return `${lines} ${plural(n, "laissée", "laissées")}.`;
  return act.jusquAu
    ? `${lines} ${plural(n, "reportée", "reportées")} au ${formatDate(act.jusquAu)}.`
    : `${lines} de nouveau dans la liste.`;
}

type LinesRefusal = { done: string; refused: Refused[] };

/** Does one act to several lines: says what was done, and keeps what was refused until it is read. */
export function useLinesActs(operatorId: number, onDone: () => void) {
  const { mutateAsync: send } = useActOnLines(operatorId);
  const [refused, setRefused] = useState<LinesRefusal | null>(null);
  const act = async (what: LinesAct, lines: readonly Line[]) => {
    try {
      const { faits, resultats } = await send({
        ...what,
        lignes: lines.map(({ kind, objectId, since, handling }) => ({
          genre: kind,
          objet: objectId,
          depuis: since,
          avant: handling.responsable?.id ?? null,
        })),
      });
      const left = resultats
        .filter(({ fait }) => !fait)
        .map(({ genre, objet, message }) => ({
          key: `${genre}:${objet}`,
          line: lines.find((line) => keyOf(line) === `${genre}:${objet}`),
          message,
        }));
      const done = faits > 0 ? doneWords(what, faits) : "Aucune ligne n'a changé.";
      if (left.length > 0) return setRefused({ done, refused: left });
      notifySuccess(done);
      onDone();
    } catch (error) {
      notifyError(asApiError(error).message);
    }
  };
  return { act, refused, forget: () => setRefused(null) };
}
