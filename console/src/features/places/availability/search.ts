import * as v from "valibot";
import { words } from "@/kit/filters/kinds";
import { openRowsSearch } from "@/kit/lists/openRowsSearch";

/** The month that is shown, and the stations whose rows are open. */
export const availabilitySearch = v.object({ mois: words, ...openRowsSearch.entries });
