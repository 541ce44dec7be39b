import type { Scope, User } from "./queries";

export const NBSP = "\u00a0";

export { listedName, personName } from "@/shared/text/people";

/** Returns the roles in one line: those at one operator, or all of them with the operators' names. */
export function rolesInShort({ roles }: User, scope: Scope): string {
  const ofAll = scope === undefined;
  const parts = roles
    .filter(({ exploitationId: id }) => ofAll || id === null || id === scope)
    .map(({ exploitationId, exploitationLibelle, roles: held }) => {
      const names = held.join(", ");
      return ofAll && exploitationId !== null ? `${names}${NBSP}· ${exploitationLibelle}` : names;
    });
  return parts.join(ofAll ? `${NBSP}; ` : ", ") || "Aucun rôle";
}

/** What an erasure removes, and what it keeps. */
export const ERASURE: readonly string[] = [
  `Disparaissent partout${NBSP}: nom, email, téléphone, cartes, rôles d'équipe et tarifs réservés.`,
  `Restent, sans nom${NBSP}: les utilisations, leurs dates, leurs casiers et leurs montants.`,
];
