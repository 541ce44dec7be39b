import * as v from "valibot";
import { bounded } from "@/format/bounded";
import { instantOf, localTimeAt } from "@/format/localTime";
import { parseDate, parseHour } from "@/format/typed";

const HOUR_SKIPPED = "Cette heure n'existe pas\u00a0: l'horloge passe à l'heure d'été";

const typed = v.object({
  plusTot: v.boolean(),
  jour: v.string(),
  heure: v.string(),
  commentaire: bounded,
});

export type EndValues = v.InferInput<typeof typed>;

/** A rule of the true end, which counts once « Elle s'est terminée plus tôt » is chosen. */
const rule = (
  field: Exclude<keyof EndValues, "plusTot">,
  isKept: (values: EndValues) => boolean,
  sentence: string,
) =>
  v.forward(
    v.check((values: EndValues) => !values.plusTot || isKept(values), sentence),
    [field],
  );

const isReadable = ({ jour, heure }: EndValues) =>
  parseDate(jour) !== null && parseHour(heure) !== null;

/** How a stay ends; the server checks that its true end lies between its start and now. */
export const endSchema = v.pipe(
  typed,
  rule("jour", ({ jour }) => parseDate(jour) !== null, "Le format de la date n'est pas correct"),
  rule("heure", ({ heure }) => parseHour(heure) !== null, "Le format de l'heure n'est pas correct"),
  rule("heure", (end) => !isReadable(end) || instantOf(localTime(end)) !== null, HOUR_SKIPPED),
  rule("commentaire", ({ commentaire }) => commentaire !== "", "Le commentaire est obligatoire."),
);

const localTime = ({ jour, heure }: EndValues) => ({ date: jour, hour: heure });

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
