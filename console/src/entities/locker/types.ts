/** The word of each type of locker, by its id; the places of a space are of the last. */
export const LOCKER_TYPE_WORDS = {
  1: "Vélo cargo",
  2: "Vélo",
  3: "Trottinette",
  4: "Collectif",
} as const;

/** All types, as the filters list them. */
export const LOCKER_TYPES = [3, 2, 1, 4] as const;

/** The types of lockers with a door for one vehicle. */
export const VEHICLE_TYPES = [1, 2, 3] as const;
