import { asApiError } from "@/api/errors";
import { useConfirm } from "@/ui/confirm";
import type { ConfirmRequest, CustomRequest } from "@/ui/confirmRequest";
import { notifySuccess } from "@/ui/notify";
import { refusalSentence } from "./conflict/refusalSentence";

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
        throw asApiError(error).conflict ? new Error(await refusalSentence(error)) : error;
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
