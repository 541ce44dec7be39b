/** A point on the screen, in pixels. */
export type Point = { id: number; x: number; y: number };

/** Points too near each other to be told apart, at the place of the first; one point alone is a cluster of one. */
export type Cluster = { x: number; y: number; ids: number[] };

/**
 * Gathers the points that stand less than `distance` pixels from the first of a cluster: no two markers cover each
 * other, however many there are.
 */
export function clusters(points: readonly Point[], distance: number): Cluster[] {
  const made: Cluster[] = [];
  for (const { id, x, y } of points) {
    const near = made.find((one) => Math.hypot(one.x - x, one.y - y) < distance);
    if (near) near.ids.push(id);
    else made.push({ x, y, ids: [id] });
  }
  return made;
}
