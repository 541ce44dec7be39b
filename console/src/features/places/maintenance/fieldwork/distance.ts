/** A place on earth, in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_M = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the metres between two places as the crow flies (haversine). */
export function metresBetween(a: Position, b: Position): number {
  const halfChord =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(halfChord)));
}

const kilometres = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });

/** « 350 m » to ten metres, « 2,4 km » from one kilometre on. */
export function formatDistance(metres: number): string {
  const tens = Math.round(metres / 10) * 10;
  return tens < 1000 ? `${tens}\u00a0m` : `${kilometres.format(metres / 1000)}\u00a0km`;
}
