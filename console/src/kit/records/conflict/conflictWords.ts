import type { EditConflict } from "@/api/errors";
import type { CustomRequest } from "@/ui/dialog/confirmRequest";
import type { FormFacts } from "./changedFields";

export interface Conflict {
  conflict: EditConflict;
  /** The record with its article: « la station « Gare » ». */
  name: string;
  facts: FormFacts;
}

/** Tells a conflict in the words of what was changed, which this floor does not know. */
export interface ConflictWords {
  conflictQuestion(conflict: Conflict): CustomRequest;
  conflictSentence(conflict: EditConflict): string;
}

let load: (() => Promise<ConflictWords>) | undefined;

/** Names what loads the words, before the first form is shown. */
export function tellConflictsBy(words: () => Promise<ConflictWords>): void {
  load = words;
}

export function conflictWords(): Promise<ConflictWords> {
  if (!load) throw new Error("nobody tells conflicts: see tellConflictsBy");
  return load();
}
