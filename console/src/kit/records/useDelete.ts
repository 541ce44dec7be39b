import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";

export interface Deletion {
  /** « la », « le », « l' »… before the item. */
  article: string;
  item: string;
  /** What the deletion removes and what it keeps. */
  consequences?: readonly string[];
  write: () => Promise<unknown>;
  /** The sentence shown once it is deleted. */
  done: string;
  after?: () => unknown;
}

/** Returns what asks for confirmation, deletes, says so and goes on. */
export function useDelete({ article, item, consequences, write, done, after }: Deletion) {
  const confirm = useConfirm();
  return async () => {
    const onConfirm = async () => void (await write());
    const deleted = await confirm({ kind: "delete", article, item, consequences, onConfirm });
    if (!deleted) return;
    notifySuccess(done);
    await after?.();
  };
}
