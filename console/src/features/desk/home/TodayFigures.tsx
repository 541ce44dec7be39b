import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatCount, formatEuros } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { type TodayFigures as Figures, todayQuery } from "./api";
import classes from "./LiveCounters.module.css";

type Tile = {
  label: string;
  value: (figures: Figures) => string;
  /** The same figure of the same weekday a week before. */
  before: (figures: Figures) => string;
};

const tiles: Tile[] = [
  {
    label: "Utilisations commencées",
    value: ({ utilisations }) => formatCount(utilisations.valeur),
    before: ({ heure, utilisations: { precedente, precedenteALHeure } }) =>
      heure === 0
        ? formatCount(precedente)
        : `${formatCount(precedenteALHeure)} avant ${heure}\u00a0h, ${formatCount(precedente)} en tout`,
  },
  {
    label: "Recettes",
    value: ({ recettes }) => formatEuros(recettes.valeur),
    before: ({ recettes }) => `${formatEuros(recettes.precedente)} en tout`,
  },
  {
    label: "Temps dépassés",
    value: ({ depassements }) => formatCount(depassements.valeur),
    before: ({ depassements }) => `${formatCount(depassements.precedente)} en tout`,
  },
];

const weekday = new Intl.DateTimeFormat("fr-FR", { weekday: "long", timeZone: "UTC" });

/** Today's figures beside those of the same weekday a week before. */
export function TodayFigures({ operatorId }: { operatorId: number }) {
  const { data, ...query } = useQuery(todayQuery(operatorId));
  if (query.isLoadingError) return <QueryError query={query} />;
  const day = data && weekday.format(new Date(data.precedent));
  return (
    <section
      className={classes.section}
      aria-label="Aujourd'hui"
      aria-busy={query.isPending || undefined}
    >
      <h2 className={classes.title}>
        Aujourd'hui
        <span className={classes.aside}>
          {day && `à côté de ${day} dernier\u00a0; recettes encaissées, remboursements déduits`}
        </span>
        {query.isRefetchError && <span className={classes.stale}>mise à jour interrompue</span>}
      </h2>
      <dl className={classes.three}>
        {tiles.map(({ label, value, before }) => (
          <div key={label} className={classes.tile}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>
              {data ? value(data) : <Skeleton height={32} width={72} />}
            </dd>
            <dd className={classes.note}>
              {data ? `${capitalized(day ?? "")} dernier\u00a0: ${before(data)}` : "\u00a0"}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
