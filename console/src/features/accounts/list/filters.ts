import type { Operator } from "@/data/operators";
import type { FilterChip } from "@/ui/FilterChips";
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

export function chipsOf(search: AccountSearch, operators: readonly Operator[]): FilterChip[] {
  const operator = operators.find(({ id }) => id === search.exploitant);
  const labels = {
    nom: search.nom && `Nom${NBSP}: ${search.nom}`,
    prenom: search.prenom && `Prénom${NBSP}: ${search.prenom}`,
    email: search.email && `Email${NBSP}: ${search.email}`,
    exploitant:
      search.exploitant && `Exploitant${NBSP}: ${operator?.nom ?? `n°${NBSP}${search.exploitant}`}`,
    role: search.role && `Rôle${NBSP}: ${search.role.join(" ou ")}`,
  };
  return Object.entries(labels).flatMap(([key, label]) => (label ? [{ key, label }] : []));
}
