/** A page of the console, with its search parameters. */
export interface Destination {
  to: string;
  search?: object;
  hash?: string;
}

/** Returns the link to a station's page with that locker's row open. */
export const lockerDestination = (
  station: { id: number },
  locker: { id: number },
): Destination => ({
  to: `/tb-stations/${station.id}/details`,
  search: { ouvertes: [locker.id] },
  hash: `casier-${locker.id}`,
});
