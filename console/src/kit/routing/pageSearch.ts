import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";

/** Changes the search of the page: some of its values, or what follows from the values of the moment. */
export type SetSearch<Search> = (
  changes: Partial<Search> | ((current: Search) => Partial<Search>),
  options?: { replace?: boolean },
) => void;

/**
 * The state of a page in its URL, and what changes it without scrolling. `schema` is the `validateSearch` of its route;
 * it reads the search once more here, because the router also hands on what the route does not know.
 * - replace: a change makes no entry in the history, unless it says otherwise.
 * - besideForms: the forms of the page stay as they are when it changes.
 */
export function usePageSearch<Search extends object>(
  schema: v.GenericSchema<unknown, Search>,
  { replace: always = true, besideForms = false } = {},
): { search: Search; set: SetSearch<Search> } {
  const raw = useSearch({ strict: false });
  const search = useMemo(() => v.parse(schema, raw), [schema, raw]);
  const navigate = useNavigate();
  const set = useCallback<SetSearch<Search>>(
    (changes, { replace = always } = {}) => {
      // Of the moment, which may be newer than this render.
      const next = (now: object) => ({
        ...now,
        ...(typeof changes === "function" ? changes(v.parse(schema, now)) : changes),
      });
      void navigate({
        to: ".",
        search: next,
        replace,
        resetScroll: false,
        ignoreBlocker: besideForms,
      });
    },
    [navigate, schema, always, besideForms],
  );
  return { search, set };
}

/** Returns a part of the page's address by its name in the route: "" where it has none. */
export function usePathPart(name: "id" | "mois" | "idNotification" | "chapitre"): string {
  const parts: Record<string, string | undefined> = useParams({ strict: false });
  return parts[name] ?? "";
}
