import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { asApiError } from "@/api/errors";
import type { Operator } from "@/data/operators";
import { ownAccountQuery } from "@/session/account";
import { chooseOperator, chosenOperator } from "@/session/operator";
import { useLoader } from "@/ui/LoaderOverlay";
import { notifyError } from "@/ui/notify";
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

  async function change(operator: Operator) {
    await queryClient.fetchQuery({ ...ownAccountQuery(operator.id), staleTime: 0 });
    await router.navigate({ to: list, search: {} });
    // The navigation may have been refused because of unsaved changes.
    if (router.state.location.pathname === list) chooseOperator(operator);
  }

  return async (operator) => {
    if (operator.id === chosenOperator()?.id) return;
    try {
      await during(change(operator));
    } catch (error) {
      notifyError(`L'exploitant n'a pas pu être changé. ${asApiError(error).message}`);
    }
  };
}
