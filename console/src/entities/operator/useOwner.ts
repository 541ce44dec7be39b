import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ownAccountQuery } from "@/session/account";
import { chooseOperator, useOperator } from "@/session/operator";
import { notifySuccess } from "@/ui/feedback/notify";
import { operatorsQuery } from "./api";

/**
 * Works under the operator of what the page shows: loads the rights there, chooses it and says so. Returns whether the
 * page may show it; until then its menu, its name and its rights would be those of another operator.
 */
export function useOwner(operatorId: number | undefined): boolean {
  const chosen = useOperator()?.id;
  const { data: operators } = useQuery(operatorsQuery());
  const owner = operators?.find(({ id }) => id === operatorId);
  const elsewhere = owner !== undefined && owner.id !== chosen;
  const { isSuccess } = useQuery({
    ...ownAccountQuery(owner?.id ?? null),
    enabled: elsewhere,
  });
  useEffect(() => {
    if (!elsewhere || !isSuccess) return;
    chooseOperator(owner);
    notifySuccess(`Exploitant\u00a0: ${owner.nom}`);
  }, [elsewhere, isSuccess, owner]);
  return operatorId === undefined || (operators !== undefined && !elsewhere);
}
