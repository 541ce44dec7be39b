import type { Violation } from "@/api/errors";
import { LOCKER_TYPE_WORDS, VEHICLE_TYPES } from "@/entities/locker/types";
import { SPACE_TYPE, type StationKind } from "../configuration/lockerSchema";

/** The types that a line may have, as they are written. */
export const typesOf = (kind: StationKind): readonly string[] =>
  kind === "indiv"
    ? VEHICLE_TYPES.map((id) => LOCKER_TYPE_WORDS[id])
    : [LOCKER_TYPE_WORDS[SPACE_TYPE]];

/** Returns the messages of each line, by its index; several fields may share one message. */
export function faultsByLine(
  faults: readonly Violation[],
  kind: StationKind,
): ReadonlyMap<number, string[]> {
  const lines = new Map<number, string[]>();
  for (const { propertyPath, message } of faults) {
    const [, line, field] = propertyPath.split(".");
    const sentences = lines.get(Number(line)) ?? [];
    const sentence =
      field === "type"
        ? `${message} (types possibles\u00a0: ${typesOf(kind).join(", ")})`
        : message;
    if (!sentences.includes(sentence)) lines.set(Number(line), [...sentences, sentence]);
  }
  return lines;
}
