import type { Station } from "@/entities/station/api";
import { OccupancyBar } from "@/ui/layout/OccupancyBar";
import classes from "./Occupancy.module.css";
import { occupancyInWords } from "./wording";

/** The free, occupied and inactive lockers or places of a station, in words above a thin bar. */
export function Occupancy({ station }: { station: Station }) {
  const { free, occupied, inactive } = occupancyInWords(station);
  return (
    <span className={classes.occupancy}>
      <span className={classes.words}>
        <span>{free}</span> <span>{occupied}</span> <span>{inactive}</span>
      </span>
      <OccupancyBar
        free={station.nombreCasiersLibres}
        occupied={station.nombreCasiersOccupes}
        inactive={station.nombreCasiersInactifs}
      />
    </span>
  );
}
