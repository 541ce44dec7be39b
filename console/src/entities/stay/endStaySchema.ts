import * as v from "valibot";
import { isBounded, TOO_LONG } from "@/format/bounded";
import { instantOf, localTimeAt } from "@/format/localTime";
import { parseDate, parseHour } from "@/format/typed";

const NOT_AFTER = "La fin doit suivre le début.";
const HOUR_SKIPPED = "Cette heure n'existe pas\u00a0: l'horloge passe à l'heure d'été";

const typed = v.object({
  plusTot: v.boolean(),
  jour: v.string(),
  heure: v.string(),
  commentaire: v.pipe(v.string(), v.trim()),
});

export type EndValues = v.InferInput<typeof typed>;

const localTime = ({ jour, heure }: EndValues) => ({ date: jour, hour: heure });

type Fault = [field: keyof EndValues, sentence: string];

/** What is wrong with when a stay ended: at the hour where the day may be right. */
function faultsOfInstant(end: EndValues, startedAt: string): Fault[] {
  const [day, hour] = [parseDate(end.jour), parseHour(end.heure)];
  const faults: Fault[] = [];
  if (day === null) faults.push(["jour", "Le format de la date n'est pas correct"]);
  if (hour === null) faults.push(["heure", "Le format de l'heure n'est pas correct"]);
  if (day === null || hour === null) return faults;
  const start = Date.parse(startedAt);
  const instant = instantOf(localTime(end), start);
  if (instant === null) return [["heure", HOUR_SKIPPED]];
  if (instant > start) return [];
  return [[day < (parseDate(localTimeAt(start).date) ?? "") ? "jour" : "heure", NOT_AFTER]];
}

/** What is wrong with a true end; the server checks that it is not in the future. */
function faultsOf(end: EndValues, startedAt: string): Fault[] {
  const faults = faultsOfInstant(end, startedAt);
  if (end.commentaire === "") faults.push(["commentaire", "Le commentaire est obligatoire."]);
  if (!isBounded(end.commentaire)) faults.push(["commentaire", TOO_LONG]);
  return faults;
}

/** How a stay ends. All that is wrong is told at once, each at its field. */
export const endSchema = (startedAt: string) =>
  v.pipe(
    typed,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || !dataset.value.plusTot) return;
      const input = dataset.value;
      for (const [key, message] of faultsOf(input, startedAt)) {
        addIssue({
          message,
          path: [{ type: "object", origin: "value", input, key, value: input[key] }],
        });
      }
    }),
  );

/** Returns the values to begin with: an end now, or on the day of the start. */
export const endValues = (startedAt: string): EndValues => ({
  plusTot: false,
  jour: localTimeAt(Date.parse(startedAt)).date,
  heure: "",
  commentaire: "",
});

/** Returns the true end; undefined for an end now, and while none is typed that follows the start. */
export function trueEnd(values: EndValues, startedAt: string): string | undefined {
  if (!values.plusTot || faultsOfInstant(values, startedAt).length > 0) return undefined;
  // Of an hour that comes twice, the first that follows the start is meant.
  const end = instantOf(localTime(values), Date.parse(startedAt));
  return end === null ? undefined : new Date(end).toISOString();
}

/** Returns the body of the call. */
export function endInput(values: EndValues, startedAt: string) {
  const fin = trueEnd(values, startedAt);
  return fin === undefined ? undefined : { fin, commentaire: values.commentaire };
}
