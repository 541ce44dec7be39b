import type { Violation } from "@/api/errors";

/** Returns the messages of each line, by its index; several fields may share one message. */
export function faultsByLine(faults: readonly Violation[]): ReadonlyMap<number, string[]> {
  const lines = new Map<number, string[]>();
  for (const { propertyPath, message } of faults) {
    const line = Number(propertyPath.split(".")[1]);
    const sentences = lines.get(line) ?? [];
    if (!sentences.includes(message)) lines.set(line, [...sentences, message]);
  }
  return lines;
}
