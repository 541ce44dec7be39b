import * as v from "valibot";
import type { components } from "@/api/schema";
import { bounded } from "@/format/bounded";
import { parseDate } from "@/format/typed";
import { CAUSES } from "../states";

/** What somebody types about a breakdown; the day is as it was typed. */
export type TypedReport = {
  cause: string;
  description: string;
  horsService: boolean;
  retourPrevu: string;
};

export const NOTHING_BROKEN: TypedReport = {
  cause: "",
  description: "",
  horsService: false,
  retourPrevu: "",
};

export const reportSchema = v.object({
  cause: v.picklist(CAUSES, "Choisissez la cause."),
  description: bounded,
  horsService: v.boolean(),
  retourPrevu: v.pipe(
    v.string(),
    v.check(
      (typed) => !typed.trim() || parseDate(typed) !== null,
      "Le jour du retour n'est pas correct.",
    ),
  ),
});

/** Returns what was typed about a locker as it is sent. */
export function wireReport(
  lockerId: number,
  { cause, description, horsService, retourPrevu }: v.InferOutput<typeof reportSchema>,
): components["schemas"]["InterventionInput"] {
  const back = horsService && retourPrevu.trim() ? parseDate(retourPrevu) : null;
  return {
    idCasier: lockerId,
    cause,
    ...(description && { description }),
    ...(horsService && { horsService }),
    ...(back && { retourPrevu: back }),
  };
}
