import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/entities/operator/api";
import { ownAccountQuery } from "@/session/account";
import { chooseOperator, chosenOperator } from "@/session/operator";
import { confirmLeaving } from "@/ui/dialog/unsaved";
import { useLoader } from "@/ui/feedback/LoaderOverlay";
import { notifyError } from "@/ui/feedback/notify";
import { useCurrentPage, useCurrentPath } from "../currentPage";

/**
 * Changes operator: loads the rights there first, then goes to the list that the page on screen belongs to.
 */
export function useSwitchOperator(): (operator: Operator) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { during } = useLoader();
  const page = useCurrentPage();
  const path = useCurrentPath();
  const list = page?.parent?.to ?? path;

  return async (operator) => {
    if (operator.id === chosenOperator()?.id) return;
    try {
      const rights = ownAccountQuery(operator.id);
      await during(queryClient.fetchQuery({ ...rights, staleTime: 0 }));
    } catch (error) {
      notifyError(`L'exploitant n'a pas pu être changé. ${asApiError(error).message}`);
      return;
    }
    // Asked once nothing else can fail, and without the loader over the question.
    if (!(await confirmLeaving())) return;
    await router.navigate({ to: list, search: {}, ignoreBlocker: true });
    chooseOperator(operator);
  };
}
