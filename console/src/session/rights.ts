import { useQuery } from "@tanstack/react-query";
import { RIGHTS, type Right } from "@/api/rights";
import { type OwnAccount, ownAccountQuery } from "./account";
import { useOperator } from "./operator";

/** The rights of one account at one operator. */
export interface Rights {
  can: (right: Right) => boolean;
  /** True only when every right is granted. */
  administrator: boolean;
}

export function toRights(granted: OwnAccount["droits"]): Rights {
  const names = new Set<Right>(granted.map(({ droit }) => droit));
  return {
    can: (right) => names.has(right),
    administrator: names.size === RIGHTS.length,
  };
}

const NONE = toRights([]);
const rightsOf = (account: OwnAccount) => toRights(account.droits);

/** Returns the caller's rights at the chosen operator; none until the shell has loaded them. */
export function useRights(): Rights {
  const operator = useOperator();
  const account = { ...ownAccountQuery(operator?.id ?? null), select: rightsOf, enabled: false };
  return useQuery(account).data ?? NONE;
}

export function useCan(right: Right): boolean {
  return useRights().can(right);
}
