import * as v from "valibot";

const identifier = v.optional(
  v.fallback(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1)),
    undefined as unknown as number,
  ),
);

/** The selected locker, kept in the URL so that the phone's back button leads to the search. */
export const maintenanceSearch = v.object({ station: identifier, casier: identifier });
