import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { countersQuery } from "@/entities/counters/api";
import { counted, formatCount } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import classes from "./LiveCounters.module.css";

type Counters = components["schemas"]["OperatorCounters"];

type Tile = {
  label: string;
  color?: StatusColor;
  value: (counters: Counters) => number;
  note?: (counters: Counters) => string;
};

const tiles: Tile[] = [
  {
    label: "Stations",
    value: ({ stations }) => stations,
    note: ({ stationsInactives: n }) => inactiveStations(n),
  },
  {
    label: "Casiers libres",
    color: "green",
    value: ({ casiers }) => casiers.libres,
    note: ({ casiers }) => ofValid(casiers),
  },
  {
    label: "Casiers occupés",
    color: "orange",
    value: ({ casiers }) => casiers.occupes,
    note: ({ casiers }) => ofValid(casiers),
  },
  { label: "Casiers inactifs", color: "red", value: ({ casiers }) => casiers.inactifs },
  { label: "Utilisations en cours", value: ({ utilisationsEnCours }) => utilisationsEnCours },
];

/** Those of collective stations, for operators that have some. */
const placeTiles: Tile[] = [
  {
    label: "Places libres",
    color: "green",
    value: ({ places }) => places.libres,
    note: ({ places }) => ofValid(places),
  },
  {
    label: "Places occupées",
    color: "orange",
    value: ({ places }) => places.occupes,
    note: ({ places }) => ofValid(places),
  },
  { label: "Places inactives", color: "red", value: ({ places }) => places.inactifs },
];

function inactiveStations(count: number): string {
  if (count === 0) return "toutes actives";
  return `dont ${counted(count, "inactive")}`;
}

function ofValid({ valides }: Counters["casiers"]): string {
  return `sur ${counted(valides, "valide")}`;
}

const hasPlaces = ({ places }: Counters) => places.valides + places.inactifs > 0;

/** The live counters of the operator, refreshed while the page is open. */
export function LiveCounters({ operatorId }: { operatorId: number }) {
  const counters = useQuery(countersQuery(operatorId));
  if (counters.isLoadingError) return <QueryError query={counters} />;
  return (
    <section
      className={classes.section}
      aria-label="En ce moment"
      aria-busy={counters.isPending || undefined}
    >
      <h2 className={classes.title}>
        En ce moment
        {counters.isRefetchError && <span className={classes.stale}>mise à jour interrompue</span>}
      </h2>
      <Tiles tiles={tiles} counters={counters.data} />
      {counters.data && hasPlaces(counters.data) && (
        <Tiles tiles={placeTiles} counters={counters.data} />
      )}
    </section>
  );
}

function Tiles({ tiles: shown, counters }: { tiles: Tile[]; counters: Counters | undefined }) {
  return (
    <dl className={shown.length === 3 ? classes.three : classes.tiles}>
      {shown.map(({ label, color, value, note }) => (
        <div key={label} className={classes.tile} data-status={color}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {counters ? formatCount(value(counters)) : <Skeleton height={32} width={56} />}
          </dd>
          {note && <dd className={classes.note}>{counters ? note(counters) : "\u00a0"}</dd>}
        </div>
      ))}
    </dl>
  );
}
