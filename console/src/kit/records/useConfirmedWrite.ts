import { asApiError } from "@/api/errors";
import { useConfirm } from "@/ui/confirm";
import type { ConfirmRequest, CustomRequest } from "@/ui/confirmRequest";
import { notifySuccess } from "@/ui/notify";

export type Question = Omit<ConfirmRequest, "onConfirm"> | Omit<CustomRequest, "onConfirm">;

interface ConfirmedWrite<Answer> {
  question: Question;
  write: () => Promise<Answer>;
  /** The sentence shown once it is written. */
  done: string;
  after?: (answer: Answer) => unknown;
}

/** Returns what asks for confirmation, writes, says so and goes on. */
export function useConfirmedWrite<Answer>({
  question,
  write,
  done,
  after,
}: ConfirmedWrite<Answer>) {
  const confirm = useConfirm();
  return async () => {
    let answer: Answer | undefined;
    const onConfirm = async () => {
      try {
        answer = await write();
      } catch (error) {
        const { conflict } = asApiError(error);
        if (!conflict) throw error;
        const { conflictSentence } = await import("./conflict/conflictQuestion");
        throw new Error(conflictSentence(conflict));
      }
    };
    if (!(await confirm({ ...question, onConfirm }))) return;
    notifySuccess(done);
    await after?.(answer as Answer);
  };
}

export type Deletion = Omit<ConfirmedWrite<unknown>, "question"> &
  Pick<ConfirmRequest, "article" | "item" | "consequences">;

/** Returns what deletes a record after a confirmation. */
export function useDelete({ article, item, consequences, ...deletion }: Deletion) {
  return useConfirmedWrite({
    question: { kind: "delete", article, item, consequences },
    ...deletion,
  });
}
