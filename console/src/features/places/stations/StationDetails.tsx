import type { Station } from "@/entities/station/api";
import { STATION_TYPES } from "@/entities/station/types";
import { CounterList } from "@/ui/layout/CounterList";
import classes from "./StationDetails.module.css";
import { stationCounters } from "./wording";

/** The details of an open row: address, kind and free lockers or places. */
export function StationDetails({ station }: { station: Station }) {
  const { adresse, etiquettes } = station;
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <div>
          <dt>Adresse</dt>
          <dd>
            {adresse.adresse}
            <br />
            {adresse.codePostal} {adresse.ville}
          </dd>
        </div>
        <div>
          <dt>Type de station</dt>
          <dd>{STATION_TYPES[station.stationType]}</dd>
        </div>
        {etiquettes.length > 0 && (
          <div>
            <dt>Étiquettes</dt>
            <dd>{etiquettes.map(({ libelle }) => libelle).join(", ")}</dd>
          </div>
        )}
      </dl>
      <CounterList items={stationCounters(station)} />
    </div>
  );
}
