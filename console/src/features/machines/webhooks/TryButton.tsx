import { IconSend } from "@tabler/icons-react";
import { asApiError } from "@/api/errors";
import { useListSearch } from "@/kit/lists/useListSearch";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { useTryWebhook } from "./api";
import { deliverySearch, NO_FILTER } from "./search";

/** Sends a test event, and opens its row in the log. */
export function TryButton({ id }: { id: number }) {
  const { mutateAsync: attempt, isPending } = useTryWebhook(id);
  const { narrow } = useListSearch(deliverySearch, { besideForms: true });
  const send = async () => {
    try {
      const { id: ligne } = await attempt();
      notifySuccess("L'essai part. Son résultat s'affiche dans le journal.");
      narrow({ ...NO_FILTER, ligne }, { replace: true });
    } catch (error) {
      notifyError(asApiError(error).message);
    }
  };
  return (
    <BusyButton
      busy={isPending}
      leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
      onClick={send}
    >
      Envoyer un essai
    </BusyButton>
  );
}
