import { useConfirm } from "@/ui/confirm";
import type { ConfirmRequest, CustomRequest } from "@/ui/confirmRequest";
import { notifySuccess } from "@/ui/notify";

export type Question = Omit<ConfirmRequest, "onConfirm"> | Omit<CustomRequest, "onConfirm">;

interface ConfirmedWrite {
  question: Question;
  write: () => Promise<unknown>;
  /** The sentence shown once it is written. */
  done: string;
  after?: () => unknown;
}

/** Returns what asks for confirmation, writes, says so and goes on. */
export function useConfirmedWrite({ question, write, done, after }: ConfirmedWrite) {
  const confirm = useConfirm();
  return async () => {
    const written = await confirm({ ...question, onConfirm: async () => void (await write()) });
    if (!written) return;
    notifySuccess(done);
    await after?.();
  };
}

export type Deletion = Omit<ConfirmedWrite, "question"> &
  Pick<ConfirmRequest, "article" | "item" | "consequences">;

/** Returns what deletes a record after a confirmation. */
export function useDelete({ article, item, consequences, ...deletion }: Deletion) {
  return useConfirmedWrite({
    question: { kind: "delete", article, item, consequences },
    ...deletion,
  });
}
