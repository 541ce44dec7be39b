import type { Scope } from "@/data/scope";
import type { Operator } from "@/entities/operator/api";
import type { AccountSearch, Role } from "../search";
import { NBSP } from "../wording";

/** The fields of the modal; an empty field filters nothing. */
export type Filters = {
  nom: string;
  prenom: string;
  email: string;
  exploitant: string;
  role: Role[];
};

export const NO_FILTERS: Filters = { nom: "", prenom: "", email: "", exploitant: "", role: [] };

export function toFilters({ nom, prenom, email, exploitant, role }: AccountSearch): Filters {
  return {
    nom: nom ?? "",
    prenom: prenom ?? "",
    email: email ?? "",
    exploitant: exploitant ? String(exploitant) : "",
    role: role ?? [],
  };
}

export function toSearch({ nom, prenom, email, exploitant, role }: Filters): AccountSearch {
  return {
    nom: nom.trim() || undefined,
    prenom: prenom.trim() || undefined,
    email: email.trim() || undefined,
    role: role.length > 0 ? role : undefined,
    exploitant: exploitant ? Number(exploitant) : undefined,
  };
}

/** Returns the active filters in words; on an operator's page that of the operator does not exist. */
export function chipsOf(
  scope: Scope,
  { nom, prenom, email, exploitant, role }: AccountSearch,
  operators: readonly Operator[] = [],
) {
  const operator = operators.find(({ id }) => id === exploitant);
  const labels = {
    nom: nom && `Nom${NBSP}: ${nom}`,
    prenom: prenom && `Prénom${NBSP}: ${prenom}`,
    email: email && `Email${NBSP}: ${email}`,
    exploitant:
      scope === undefined &&
      exploitant &&
      `Exploitant${NBSP}: ${operator?.nom ?? `n°${NBSP}${exploitant}`}`,
    role: role && `Rôle${NBSP}: ${role.join(" ou ")}`,
  };
  return Object.entries(labels).flatMap(([key, label]) =>
    label ? [{ key, label, without: { [key]: undefined } }] : [],
  );
}
