import type { Scope, Use, User } from "./queries";

export const NBSP = "\u00a0";

type Person = Pick<User, "nom" | "prenom" | "email">;

/** As a sentence names a person. */
export const personName = ({ nom, prenom, email }: Person) =>
  [prenom, nom].filter(Boolean).join(" ") || email;

/** As a list in the order of last names shows a person. */
export const listedName = ({ nom, prenom, email }: Person) =>
  [nom, prenom].filter(Boolean).join(" ") || email;

/** The roles in one line: those held at one operator, or all of them with the operators' names. */
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

const COLLECTIVE = 4;

/** Whether it took place in a space of a collective station, and not in a locker. */
export const isSpace = ({ casier }: Pick<Use, "casier">) => casier.type.id === COLLECTIVE;

/** What an erasure takes, and what it leaves. */
export const ERASURE: readonly string[] = [
  `Disparaissent partout${NBSP}: nom, email, téléphone, cartes, rôles d'équipe et tarifs réservés.`,
  `Restent, sans nom${NBSP}: les utilisations, leurs dates, leurs casiers et leurs montants.`,
];
