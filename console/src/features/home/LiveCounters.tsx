import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { components } from "@/api/schema";
import { countersQuery } from "@/data/counters";
import { QueryError } from "@/kit/QueryState";
import type { StatusColor } from "@/ui/StatusChip";
import { formatCount } from "@/words/format";
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
    value: ({ casiersLibres }) => casiersLibres,
    note: ofValid,
  },
  {
    label: "Casiers occupés",
    color: "orange",
    value: ({ casiersOccupes }) => casiersOccupes,
    note: ofValid,
  },
  { label: "Casiers inactifs", color: "red", value: ({ casiersInactifs }) => casiersInactifs },
  { label: "Utilisations en cours", value: ({ utilisationsEnCours }) => utilisationsEnCours },
];

function inactiveStations(count: number): string {
  if (count === 0) return "toutes actives";
  return `dont ${formatCount(count)} ${count > 1 ? "inactives" : "inactive"}`;
}

function ofValid({ casiersValides }: Counters): string {
  return `sur ${formatCount(casiersValides)} ${casiersValides > 1 ? "valides" : "valide"}`;
}

/** The live counters of the operator, refreshed while the page is open. */
export function LiveCounters({ operatorId }: { operatorId: number }) {
  const counters = useQuery(countersQuery(operatorId));
  if (counters.isLoadingError) return <QueryError query={counters} />;
  return (
    <section aria-label="En ce moment" aria-busy={counters.isPending || undefined}>
      <h2 className={classes.title}>
        En ce moment
        {counters.isRefetchError && <span className={classes.stale}>mise à jour interrompue</span>}
      </h2>
      <dl className={classes.tiles}>
        {tiles.map(({ label, color, value, note }) => (
          <div key={label} className={classes.tile} data-status={color}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>
              {counters.data ? (
                formatCount(value(counters.data))
              ) : (
                <Skeleton height={32} width={56} />
              )}
            </dd>
            {note && (
              <dd className={classes.note}>{counters.data ? note(counters.data) : "\u00a0"}</dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
