import * as v from "valibot";
import { isBounded, TOO_LONG } from "@/format/bounded";
import { instantOf, localTimeAt } from "@/format/localTime";
import { parseDate, parseHour } from "@/format/typed";

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

/** What is wrong with a true end; the server checks that it lies between the start and now. */
function faultsOf(end: EndValues): Fault[] {
  const [day, hour] = [parseDate(end.jour), parseHour(end.heure)];
  const faults: Fault[] = [];
  if (day === null) faults.push(["jour", "Le format de la date n'est pas correct"]);
  if (hour === null) faults.push(["heure", "Le format de l'heure n'est pas correct"]);
  else if (day !== null && instantOf(localTime(end)) === null) faults.push(["heure", HOUR_SKIPPED]);
  if (end.commentaire === "") faults.push(["commentaire", "Le commentaire est obligatoire."]);
  if (!isBounded(end.commentaire)) faults.push(["commentaire", TOO_LONG]);
  return faults;
}

/** How a stay ends. All that is wrong is told at once, each at its field. */
export const endSchema = v.pipe(
  typed,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || !dataset.value.plusTot) return;
    const input = dataset.value;
    for (const [key, message] of faultsOf(input)) {
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

/** Returns the body of the call; of an hour that comes twice, the first that follows the start is meant. */
export function endInput(values: EndValues, startedAt: string) {
  const fin = values.plusTot && instantOf(localTime(values), Date.parse(startedAt));
  return fin ? { fin: new Date(fin).toISOString(), commentaire: values.commentaire } : undefined;
}
