import * as v from "valibot";
import { addMinutes, roundNow, wireLocalTime } from "@/format/localTime";
import { parseDate, parseHour } from "@/format/typed";
import type { SimulatedStay } from "./api";

const readable = (parse: (typed: string) => string | null, sentence: string) =>
  v.pipe(
    v.string(),
    v.check((typed) => parse(typed) !== null, sentence),
  );

const date = readable(parseDate, "Le format de la date n'est pas correct");
const hour = readable(parseHour, "Le format de l'heure n'est pas correct");

/** The start and the end of the stay as typed; the server checks their order. */
export const staySchema = v.object({ debut: date, heureDebut: hour, fin: date, heureFin: hour });

export type StayValues = v.InferInput<typeof staySchema>;

/** The fields at which a server violation can be shown. */
export const stayFields = {
  dateDebutSimulation: "debut",
  dateFinSimulation: "fin",
} as const;

export const startOf = ({ debut, heureDebut }: StayValues) => ({ date: debut, hour: heureDebut });
export const endOf = ({ fin, heureFin }: StayValues) => ({ date: fin, hour: heureFin });

export const stayInput = (values: StayValues): SimulatedStay => ({
  dateDebutSimulation: wireLocalTime(startOf(values)),
  dateFinSimulation: wireLocalTime(endOf(values)),
});

const THREE_HOURS = 180;

/** Returns a stay from now on, of three hours. */
export function initialStay(): StayValues {
  const start = roundNow();
  const end = addMinutes(start, THREE_HOURS) ?? start;
  return { debut: start.date, heureDebut: start.hour, fin: end.date, heureFin: end.hour };
}
