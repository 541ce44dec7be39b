import * as v from "valibot";
import type { components } from "@/api/schema";
import { bounded } from "@/format/bounded";
import { parseDate, parseHour, typedDate } from "@/format/typed";
import type { Period } from "../api";

const SENTENCES = {
  label: "Veuillez renseigner le libellé de la plage horaire",
  date: "Le format de la date n'est pas correct",
  dateOrder: "La date de fin ne peut précéder la date de début",
  hour: "Le format de l'heure n'est pas correct",
} as const;

const optional = (parse: (typed: string) => string | null, sentence: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === "" || parse(typed) !== null, sentence),
  );

/** The rules of a period as typed. */
export const periodSchema = v.pipe(
  v.object({
    libelle: v.pipe(bounded, v.nonEmpty(SENTENCES.label)),
    joursSemaine: v.array(v.string()),
    debut: optional(parseDate, SENTENCES.date),
    fin: optional(parseDate, SENTENCES.date),
    heureDebut: optional(parseHour, SENTENCES.hour),
    heureFin: optional(parseHour, SENTENCES.hour),
  }),
  v.forward(
    v.partialCheck(
      [["debut"], ["fin"]],
      ({ debut, fin }) => {
        const [from, to] = [parseDate(debut), parseDate(fin)];
        return from === null || to === null || from <= to;
      },
      SENTENCES.dateOrder,
    ),
    ["fin"],
  ),
);

export type PeriodValues = v.InferInput<typeof periodSchema>;

export const newPeriod: PeriodValues = {
  libelle: "",
  joursSemaine: [],
  debut: "",
  fin: "",
  heureDebut: "",
  heureFin: "",
};

const ALL_DAYS = 7;

/** All seven days are shown as none chosen, which means the same. */
export function valuesOf(period: Period): PeriodValues {
  const { joursSemaine: days } = period;
  return {
    libelle: period.libelle,
    joursSemaine: days.length === ALL_DAYS ? [] : days,
    debut: typedDate(period.dateDebut ?? ""),
    fin: typedDate(period.dateFin ?? ""),
    heureDebut: (period.heureDebut ?? "").replace("-", ":"),
    heureFin: (period.heureFin ?? "").replace("-", ":"),
  };
}

const wireHour = (typed: string) => parseHour(typed)?.replace(":", "-");

export function periodInput(values: PeriodValues): components["schemas"]["PeriodInput"] {
  return {
    libelle: values.libelle,
    joursSemaine: values.joursSemaine,
    debut: parseDate(values.debut) ?? undefined,
    fin: parseDate(values.fin) ?? undefined,
    heureDebut: wireHour(values.heureDebut),
    heureFin: wireHour(values.heureFin),
  };
}

/** Returns the valid part of the typed values, to be described in words. */
export function validPart(values: PeriodValues): Omit<Period, "id"> {
  return {
    libelle: values.libelle,
    joursSemaine: values.joursSemaine,
    dateDebut: parseDate(values.debut),
    dateFin: parseDate(values.fin),
    heureDebut: wireHour(values.heureDebut) ?? null,
    heureFin: wireHour(values.heureFin) ?? null,
  };
}
