import { asApiError } from "@/api/errors";
import { useConfirm } from "@/ui/dialog/confirm";
import type { ConfirmRequest, CustomRequest } from "@/ui/dialog/confirmRequest";
import { notifySuccess, type Undo } from "@/ui/feedback/notify";
import { refusalSentence } from "./conflict/refusalSentence";

export type Question = Omit<ConfirmRequest, "onConfirm"> | Omit<CustomRequest, "onConfirm">;

interface ConfirmedWrite<Answer> {
  question: Question | (() => Promise<Question>);
  write: () => Promise<Answer>;
  /** The sentence shown once it is written. */
  done: string;
  /** Returns what takes it back, where that is possible. */
  undo?: (answer: Answer) => Undo | undefined;
  after?: (answer: Answer) => unknown;
}

/** Returns what asks for confirmation, writes, says so and goes on. */
export function useConfirmedWrite<Answer>({
  question,
  write,
  done,
  undo,
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
    const asked = typeof question === "function" ? await question() : question;
    if (!(await confirm({ ...asked, onConfirm }))) return;
    notifySuccess(done, undo?.(answer as Answer));
    await after?.(answer as Answer);
  };
}

export type Deletion = Omit<ConfirmedWrite<unknown>, "question"> &
  Pick<ConfirmRequest, "article" | "item"> & {
    consequences?: ConfirmRequest["consequences"] | (() => Promise<readonly string[]>);
    /** Returns why the server would refuse, where that is known or soon read; what it does not know, the server says. */
    refusal?: () => string | undefined | Promise<string | undefined>;
  };

/** Returns what deletes a record after a confirmation, or says why it cannot be deleted. */
export function useDelete({ article, item, consequences, refusal, ...deletion }: Deletion) {
  const subject = { kind: "delete", article, item } as const;
  return useConfirmedWrite({
    question: async () => ({
      ...subject,
      consequences: typeof consequences === "function" ? await consequences() : consequences,
      // A read that fails is no reason: the server is asked.
      refusal: await Promise.resolve(refusal?.()).catch(() => undefined),
    }),
    ...deletion,
  });
}
