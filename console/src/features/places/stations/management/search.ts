import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import * as v from "valibot";
import { openRowsSearch } from "@/ui/table/openRowsSearch";

const PARTS = ["apercu", "unites", "conditions", "informations", "journal"] as const;

/** The parts of the page, by the word of the URL; « unites » are the lockers or the spaces. */
export type Part = (typeof PARTS)[number];

const text = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(50))), undefined);

/** The state of the page of a station, kept in the URL. */
export const stationSearch = v.object({
  ...openRowsSearch.entries,
  partie: v.fallback(v.optional(v.picklist(PARTS)), undefined),
  /** The state and the type of the lockers that are listed. */
  etat: v.fallback(v.optional(v.picklist(["Libre", "Occupé", "Inactif"])), undefined),
  type: text,
});

export type StationSearch = v.InferOutput<typeof stationSearch>;

/** Keeps the chosen part and the filters of the lockers in the URL. */
export function useStationSearch() {
  const raw = useSearch({ strict: false });
  const search = useMemo(() => v.parse(stationSearch, raw), [raw]);
  const navigate = useNavigate();
  const set = useCallback(
    (changes: Partial<StationSearch>) => {
      const next = (current: unknown) => ({ ...v.parse(stationSearch, current), ...changes });
      void navigate({ to: ".", search: next, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return { search, set };
}
