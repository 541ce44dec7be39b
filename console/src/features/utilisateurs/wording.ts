import type { User } from "./queries";

export const NBSP = "\u00a0";

type Person = Pick<User, "nom" | "prenom" | "email">;

/** As a sentence names a person. */
export const personName = ({ nom, prenom, email }: Person) =>
  [prenom, nom].filter(Boolean).join(" ") || email;

/** As a list in the order of last names shows a person. */
export const listedName = ({ nom, prenom, email }: Person) =>
  [nom, prenom].filter(Boolean).join(" ") || email;

/** The roles in one line; with the operators' names where people of several are listed. */
export function rolesInShort({ roles }: User, withOperators: boolean): string {
  const parts = roles.map(({ exploitationId, exploitationLibelle, roles: held }) => {
    const names = held.join(", ");
    return withOperators && exploitationId !== null
      ? `${names}${NBSP}· ${exploitationLibelle}`
      : names;
  });
  return parts.join(withOperators ? `${NBSP}; ` : ", ") || "Aucun rôle";
}
