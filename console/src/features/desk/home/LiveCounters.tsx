import { useQuery } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { countersQuery } from "@/entities/counters/api";
import { formatCount, plural } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import type { StatusColor } from "@/ui/feedback/StatusChip";
import { LiveSection } from "./LiveSection";
import { Tile, Tiles } from "./Tiles";

type Counters = components["schemas"]["OperatorCounters"];

type Counter = {
  label: string;
  color?: StatusColor;
  value: (counters: Counters) => number;
  note?: (counters: Counters) => string;
};

const ofLockers: Counter[] = [
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
const ofPlaces: Counter[] = [
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
  return `dont ${formatCount(count)} ${plural(count, "inactive")}`;
}

function ofValid({ valides }: Counters["casiers"]): string {
  return `sur ${formatCount(valides)} ${plural(valides, "valide")}`;
}

const hasPlaces = ({ places }: Counters) => places.valides + places.inactifs > 0;

/** The live counters of the operator, refreshed while the page is open. */
export function LiveCounters({ operatorId }: { operatorId: number }) {
  const counters = useQuery(countersQuery(operatorId));
  if (counters.isLoadingError) return <QueryError query={counters} />;
  return (
    <LiveSection title="En ce moment" query={counters}>
      <Counted list={ofLockers} counters={counters.data} />
      {counters.data && hasPlaces(counters.data) && (
        <Counted list={ofPlaces} counters={counters.data} />
      )}
    </LiveSection>
  );
}

function Counted({ list, counters }: { list: Counter[]; counters: Counters | undefined }) {
  return (
    <Tiles most={list.length === 3 ? 3 : 5}>
      {list.map(({ label, color, value, note }) => (
        <Tile
          key={label}
          label={label}
          color={color}
          value={counters && formatCount(value(counters))}
          note={note && (counters ? note(counters) : "\u00a0")}
        />
      ))}
    </Tiles>
  );
}
