import * as v from "valibot";
import { number } from "@/kit/filters/kinds";

/** The selected locker, kept in the URL so that the phone's back button leads to the search. */
export const maintenanceSearch = v.object({ station: number(1), casier: number(1) });

export type MaintenanceSearch = v.InferOutput<typeof maintenanceSearch>;
