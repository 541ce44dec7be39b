import type { Scope } from "@/data/scope";
import type { AccountDetails } from "@/entities/account/api";

export const NBSP = "\u00a0";

export { listedName, personName } from "@/entities/account/names";

/** Of an account that an operator opened with the e-mail of another one. */
export const UNCONFIRMED = "Non confirmé";

/** Returns the roles in one line: those at one operator, or all of them with the operators' names. */
export function rolesInShort({ roles }: AccountDetails, scope: Scope): string {
  const ofAll = scope === undefined;
  const parts = roles
    .filter(({ exploitationId: id }) => ofAll || id === null || id === scope)
    .map(({ exploitationId, exploitationLibelle, roles: roleNames }) => {
      const names = roleNames.join(", ");
      return ofAll && exploitationId !== null ? `${names}${NBSP}· ${exploitationLibelle}` : names;
    });
  return parts.join(ofAll ? `${NBSP}; ` : ", ") || "Aucun rôle";
}

/** Lists what an erasure removes and what it leaves. An administrator's erasure reaches the claims on the e-mail too. */
export function erasureOf(
  { email, nonConfirme }: AccountDetails,
  administrator: boolean,
): string[] {
  const claims = administrator && !nonConfirme && email !== "";
  return [
    `Disparaissent partout${NBSP}: nom, e-mail, téléphone, cartes, rôles d'équipe et tarifs réservés.`,
    ...(claims
      ? ["Les comptes non confirmés ouverts avec cette adresse disparaissent aussi."]
      : []),
    `Restent, sans nom${NBSP}: les utilisations, leurs dates, leurs casiers et leurs montants.`,
  ];
}
