import * as v from "valibot";

const identifier = v.optional(
  v.fallback(
    v.pipe(v.unknown(), v.transform(Number), v.integer(), v.minValue(1)),
    undefined as unknown as number,
  ),
);

/** The locker at work, in the address: the back button of the phone leads to the search again. */
export const maintenanceSearch = v.object({ station: identifier, casier: identifier });
