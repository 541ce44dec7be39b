import type { FieldTask } from "./api";
import { metresBetween, type Position } from "./distance";

/** What there is to do at one station. */
export interface Stop {
  station: FieldTask["station"];
  tasks: FieldTask[];
  /** In metres; null: the place of the phone or of the station is not known. */
  distance: number | null;
}

const positionOf = ({ latitude, longitude }: FieldTask["station"]): Position | null =>
  latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null;

/** Groups tasks by station in their order, or the nearest station first when the place of the phone is known. */
export function stopsOf(tasks: readonly FieldTask[], here: Position | null): Stop[] {
  const stops = new Map<number, Stop>();
  for (const task of tasks) {
    const { station } = task;
    const there = positionOf(station);
    const distance = here && there ? metresBetween(here, there) : null;
    const stop = stops.get(station.id) ?? { station, tasks: [], distance };
    stop.tasks.push(task);
    stops.set(station.id, stop);
  }
  const list = [...stops.values()];
  const far = ({ distance }: Stop) => distance ?? Number.POSITIVE_INFINITY;
  return here ? list.sort((a, b) => (far(a) === far(b) ? 0 : far(a) - far(b))) : list;
}
