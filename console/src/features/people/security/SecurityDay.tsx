import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FAMILY_LABELS } from "@/api/security";
import { formatTotal } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { type SecurityCount, securityDayQuery } from "./api";
import { NO_FILTER } from "./search";
import classes from "./security.module.css";

/** What the counts of one kind are called; the others have the name of their family. */
const COUNT_LABELS: Partial<Record<NonNullable<SecurityCount["type"]>, string>> = {
  "connexion.echec": "Échecs de connexion",
  "connexion.blocage": "Connexions verrouillées",
};

const FAMILY_COUNT_LABELS: Partial<typeof FAMILY_LABELS> = {
  droits: "Changements de droits",
  compte: "Changements de comptes",
};

const labelOf = ({ famille, type }: SecurityCount) =>
  (type && COUNT_LABELS[type]) ?? FAMILY_COUNT_LABELS[famille] ?? FAMILY_LABELS[famille];

/** The counts of the day, each of which leads to its events. */
export function SecurityDay() {
  const { data, ...query } = useQuery(securityDayQuery());
  if (query.isLoadingError) return <QueryError query={query} />;
  return (
    <section
      className={classes.day}
      aria-label="Aujourd'hui"
      aria-busy={query.isPending || undefined}
    >
      <h2 className={classes.head}>
        Aujourd'hui
        {query.isRefetchError && <span className={classes.stale}>mise à jour interrompue</span>}
      </h2>
      {data ? (
        <ul className={classes.counts}>
          {data.compteurs.map((count) => (
            <li key={count.type ?? count.famille}>
              <Link
                to="/securite"
                search={{
                  ...NO_FILTER,
                  ...(count.type ? { type: count.type } : { famille: count.famille }),
                  du: data.jour,
                  au: data.jour,
                }}
                className={classes.count}
              >
                <span className={classes.label}>{labelOf(count)}</span>
                <strong className={classes.value}>{formatTotal(count)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton height={84} radius="md" />
      )}
    </section>
  );
}
