import * as v from "valibot";
import { parseDate, parseHour } from "@/shared/time/typed";
import { later, roundNow, wireMoment } from "./moments";
import type { Stay } from "./queries";

const readable = (parse: (typed: string) => string | null, sentence: string) =>
  v.pipe(
    v.string(),
    v.check((typed) => parse(typed) !== null, sentence),
  );

const date = readable(parseDate, "Le format de la date n'est pas correct");
const hour = readable(parseHour, "Le format de l'heure n'est pas correct");

/** The two ends of the stay, as they are typed; their order is for the server to judge. */
export const staySchema = v.object({ debut: date, heureDebut: hour, fin: date, heureFin: hour });

export type StayValues = v.InferInput<typeof staySchema>;

/** The fields to which a refusal of the server can be brought. */
export const stayFields = {
  dateDebutSimulation: "debut",
  dateFinSimulation: "fin",
} as const;

export const startOf = ({ debut, heureDebut }: StayValues) => ({ date: debut, hour: heureDebut });
export const endOf = ({ fin, heureFin }: StayValues) => ({ date: fin, hour: heureFin });

export const stayInput = (values: StayValues): Stay => ({
  dateDebutSimulation: wireMoment(startOf(values)),
  dateFinSimulation: wireMoment(endOf(values)),
});

const THREE_HOURS = 180;

/** From now on, for three hours. */
export function likelyStay(): StayValues {
  const start = roundNow();
  const end = later(start, THREE_HOURS) ?? start;
  return { debut: start.date, heureDebut: start.hour, fin: end.date, heureFin: end.hour };
}
