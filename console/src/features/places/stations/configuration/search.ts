import * as v from "valibot";
import { number } from "@/kit/filters/kinds";

/** The station that a new one copies, kept in the URL. */
export const modelSearch = v.object({ modele: number(1) });
