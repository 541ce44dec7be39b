export interface OpeningTarget {
  locker: { id: number; name: string; word: "casier" | "espace" };
  stationName: string;
  /** Undefined: no stay is concerned. Null: the stay has ended since. */
  stay?: Stay | null;
}

export interface Stay {
  id: number;
  customer: string;
  email: string;
  startedAt: string;
  free: boolean;
}

export type StayAction = "free" | "end";
