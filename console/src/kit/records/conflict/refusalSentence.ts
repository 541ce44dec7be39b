import { asApiError } from "@/api/errors";
import { conflictWords } from "./conflictWords";

/** Returns the sentence to show: of a write refused because of what others did meanwhile, who did what. */
export async function refusalSentence(error: unknown): Promise<string> {
  const { conflict, message } = asApiError(error);
  if (!conflict) return message;
  const { conflictSentence } = await conflictWords();
  return conflictSentence(conflict);
}
