import { useNavigate } from "@tanstack/react-router";
import { useConfirm } from "@/ui/dialog/confirm";
import { useBack } from "../routing/page";

/** Returns the « Annuler » of a page that creates a record: asks first, then goes back to the list. */
export function useCancelCreation(creation: string) {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const list = useBack();
  return async () => {
    const sure = await confirm({ kind: "abort", article: "la", item: creation });
    if (sure) await navigate({ to: list?.to, ignoreBlocker: true });
  };
}
