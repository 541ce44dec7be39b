import { Skeleton } from "@mantine/core";
import { IconArrowRight, IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { QueryError } from "@/kit/lists/QueryState";
import { useParked, worklistQuery } from "./api";
import { EMPTY_WORKLIST, type KindTotal, kindsOf, parkedKind } from "./kinds";
import classes from "./WorklistSummary.module.css";

/** Shows on the home page how many worklist items of each kind there are. */
export function WorklistSummary({ operatorId }: { operatorId: number }) {
  const { data, ...query } = useQuery(worklistQuery(operatorId));
  const parked = useParked();
  const ofPlatform = parkedKind(parked.isLoadingError ? undefined : (parked.data?.total ?? 0));
  if (query.isLoadingError) return <QueryError query={query} />;
  return (
    <section
      className={classes.summary}
      aria-label="À traiter"
      aria-busy={query.isPending || undefined}
    >
      <h2 className={classes.head}>
        À traiter
        {query.isRefetchError && <span className={classes.stale}>mise à jour interrompue</span>}
      </h2>
      {!data ? (
        <Skeleton height={72} radius="md" />
      ) : data.total === 0 && ofPlatform.length === 0 ? (
        <EmptyWorklist />
      ) : (
        <Kinds kinds={[...ofPlatform, ...kindsOf(data)]} />
      )}
    </section>
  );
}

function EmptyWorklist() {
  return (
    <p className={classes.nothing}>
      <IconCheck size={22} stroke={1.75} aria-hidden className={classes.check} />
      <span>
        <strong className={classes.title}>{EMPTY_WORKLIST.title}</strong>
        <span className={classes.hint}>{EMPTY_WORKLIST.hint}</span>
      </span>
    </p>
  );
}

function Kinds({ kinds }: { kinds: KindTotal[] }) {
  return (
    <ul className={classes.kinds}>
      {kinds.map(({ id, title, count, color, icon: Icon }) => (
        <li key={id}>
          <Link to="/a-traiter" hash={id} className={classes.kind}>
            <span className={classes.icon} data-status={color}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.words}>
              <strong className={classes.title}>{title}</strong>
              <span className={classes.hint}>{count}</span>
            </span>
            <IconArrowRight size={18} stroke={1.75} aria-hidden className={classes.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
