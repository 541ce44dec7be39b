export const LOCKER_TYPES = [3, 2, 1, 4] as const;

export const LOCKER_TYPE_WORDS: Record<(typeof LOCKER_TYPES)[number], string> = {
  3: "Trottinette",
  2: "Vélo",
  1: "Vélo cargo",
  4: "Collectif",
};
