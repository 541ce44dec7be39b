import * as v from "valibot";
import { bounded } from "@/format/bounded";
import { instantOf, localTimeAt } from "@/format/localTime";
import { parseDate, parseHour } from "@/format/typed";
import type { MonthSpan, RulingInput } from "./api";

/** What is typed about a span. Its day and hour are those from when on it holds; both empty: from the beginning on. */
const typed = v.object({
  cause: v.string(),
  attribution: v.string(),
  commentaire: bounded,
  jour: v.pipe(v.string(), v.trim()),
  heure: v.pipe(v.string(), v.trim()),
});

export type TypedRuling = v.InferInput<typeof typed>;

const sinceOf = ({ jour, heure }: TypedRuling) => ({ date: jour, hour: heure });

export const rulingSchema = v.pipe(
  typed,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const input = dataset.value;
    if (!input.jour && !input.heure) return;
    const add = (key: "jour" | "heure", message: string) =>
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input, key, value: input[key] }],
      });
    const day = parseDate(input.jour) !== null;
    if (!day) add("jour", "Le format de la date n'est pas correct");
    if (!parseHour(input.heure)) add("heure", "Le format de l'heure n'est pas correct");
    else if (day && instantOf(sinceOf(input)) === null)
      add("heure", "Cette heure n'existe pas\u00a0: l'horloge passe à l'heure d'été");
  }),
);

/** The values to begin with: what was said last, from the beginning on. */
export function rulingValues({ qualifications }: MonthSpan): TypedRuling {
  const last = qualifications.at(-1);
  return {
    cause: last?.cause ?? "autre",
    attribution: last?.attribution ?? "exploitant",
    commentaire: "",
    jour: "",
    heure: "",
  };
}

const minuteOf = (instant: number) => Object.values(localTimeAt(instant)).join();

/** Returns what was typed as it is sent. The minute in which the span began means its beginning. */
export function rulingInput(values: TypedRuling, { du }: MonthSpan): RulingInput {
  const { cause, attribution, commentaire } = values;
  const began = Date.parse(du);
  const since = values.jour ? instantOf(sinceOf(values), began - 60_000) : null;
  const later = since !== null && minuteOf(since) !== minuteOf(began);
  return {
    cause: cause as RulingInput["cause"],
    attribution: attribution as RulingInput["attribution"],
    commentaire,
    ...(later && { depuis: new Date(since).toISOString() }),
  };
}
