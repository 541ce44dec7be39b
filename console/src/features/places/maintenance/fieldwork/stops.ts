import type { FieldTask } from "./api";
import { metresBetween, type Position } from "./distance";

/** What there is to do at one station. */
export interface Stop {
  station: FieldTask["station"];
  tasks: FieldTask[];
  urgent: boolean;
  /** In metres; null: the place of the phone or of the station is not known. */
  distance: number | null;
}

const positionOf = ({ latitude, longitude }: FieldTask["station"]): Position | null =>
  latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;

/**
 * Groups tasks by station in their order, or the nearest station first when the place of the phone is known. What is
 * urgent stands before all else, so that a station may be there twice.
 */
export function stopsOf(tasks: readonly FieldTask[], here: Position | null): Stop[] {
  const stops = new Map<string, Stop>();
  for (const task of tasks) {
    const { station } = task;
    const urgent = task.intervention?.urgente ?? false;
    const key = `${station.id} ${urgent}`;
    const there = positionOf(station);
    const distance = here && there ? metresBetween(here, there) : null;
    const stop = stops.get(key) ?? { station, tasks: [], urgent, distance };
    stop.tasks.push(task);
    stops.set(key, stop);
  }
  const far = ({ distance }: Stop) => distance ?? Number.POSITIVE_INFINITY;
  const farther = (a: Stop, b: Stop) => (!here || far(a) === far(b) ? 0 : far(a) - far(b));
  return [...stops.values()].sort((a, b) => Number(b.urgent) - Number(a.urgent) || farther(a, b));
}
