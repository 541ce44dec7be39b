import * as v from "valibot";

export const ROLES = [
  "Administrateur",
  "Gestionnaire",
  "Hotline",
  "Mainteneur",
  "Utilisateur",
] as const;

export type Role = (typeof ROLES)[number];

/** The server accepts no longer search text. */
export const MAX_TEXT = 255;

const text = v.fallback(
  v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_TEXT))),
  undefined,
);

const number = v.fallback(
  v.optional(v.pipe(v.unknown(), v.transform(Number), v.safeInteger(), v.minValue(1))),
  undefined,
);

const roles = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((raw): Role[] | undefined => {
      const valid = ROLES.filter((role) => [raw].flat().includes(role));
      return valid.length > 0 ? valid : undefined;
    }),
  ),
);

/** The state of the list, kept in the URL so that « back » restores it and a link shares it. */
export const accountSearch = v.object({
  recherche: text,
  nom: text,
  prenom: text,
  email: text,
  role: roles,
  exploitant: number,
  page: number,
});

export type AccountSearch = v.InferOutput<typeof accountSearch>;

/** The page and the open row of each of the two tables. */
export const accountDetailSearch = v.object({
  pageUtilisations: number,
  utilisation: number,
  pageAbonnements: number,
  abonnement: number,
});

export type AccountDetailSearch = v.InferOutput<typeof accountDetailSearch>;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list's state when the account was opened, to which the back arrow returns. */
    listeUtilisateurs?: AccountSearch;
  }
}
