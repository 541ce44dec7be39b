import { useMediaQuery } from "@mantine/hooks";
import { useEffect } from "react";
import type { StationListSearch } from "./search";

const KEY = "carteDesStations";

/**
 * Whether the map is shown: as the URL says, else as it was last chosen in this browser. Where the map takes
 * the place of the list, which is on narrow screens (lists.module.css), only the URL decides.
 */
export function useMapChoice(
  vue: StationListSearch["vue"],
  set: (vue: StationListSearch["vue"]) => void,
) {
  const narrow = useMediaQuery("(max-width: 74.99em)", false, { getInitialValueInEffect: false });
  const remembered = !narrow && localStorage.getItem(KEY) === "1";
  const shown = vue ? vue === "carte" : remembered;
  useEffect(() => {
    if (vue && !narrow) localStorage.setItem(KEY, vue === "carte" ? "1" : "0");
  }, [vue, narrow]);
  return { shown, onToggle: () => set(shown ? "liste" : "carte") };
}
