import { useQuery } from "@tanstack/react-query";
import { type OwnAccount, ownAccountQuery } from "./account";
import { useOperator } from "./operator";

export const RIGHTS = [
  "DROIT_EXPLOITANTS_LECTURE",
  "DROIT_EXPLOITANTS_ECRITURE",
  "DROIT_STATIONS_LECTURE",
  "DROIT_STATIONS_ECRITURE",
  "DROIT_CASIERS_LECTURE",
  "DROIT_CASIERS_ECRITURE",
  "DROIT_TARIFS_LECTURE",
  "DROIT_TARIFS_ECRITURE",
  "DROIT_USER_GESTIONNAIRES_LECTURE",
  "DROIT_USER_GESTIONNAIRES_ECRITURE",
  "DROIT_USER_HOTLINE_LECTURE",
  "DROIT_USER_HOTLINE_ECRITURE",
  "DROIT_USER_MAINTENEURS_LECTURE",
  "DROIT_USER_MAINTENEURS_ECRITURE",
  "DROIT_EVENEMENTS_LECTURE",
  "DROIT_EVENEMENTS_ECRITURE",
  "DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE",
] as const;

export type Right = (typeof RIGHTS)[number];

/** The rights of one account at one operator. */
export interface Rights {
  can: (right: Right) => boolean;
  /** True only when all 17 rights are granted. */
  administrator: boolean;
}

export function toRights(granted: OwnAccount["droits"]): Rights {
  const names = new Set(granted.map(({ droit }) => droit));
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
