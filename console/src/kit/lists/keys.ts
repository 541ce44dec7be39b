/** What leads from a page of a list that is read by key to those beside it; absent: there is none. */
export type Neighbours = { precedent?: string; suivant?: string };

/** The page that is asked for by key. */
export type Key = { apres: string } | { avant: string };

export const NO_KEY = { apres: undefined, avant: undefined };

/** Returns whether a page follows; undefined where the list is not read by key, or is a single page. */
export function pageFollows({ precedent, suivant }: Neighbours): boolean | undefined {
  return precedent === undefined && suivant === undefined ? undefined : suivant !== undefined;
}

/** Returns the key of a page beside the present one, where the list is read by key. */
export function keyTo(page: number, present: number, beside: Neighbours): Key | undefined {
  const { precedent, suivant } = beside;
  if (page > present) return suivant === undefined ? undefined : { apres: suivant };
  return precedent === undefined ? undefined : { avant: precedent };
}
