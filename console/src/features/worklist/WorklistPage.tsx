import { IconChecklist, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useParked, worklistQuery } from "@/data/worklist";
import { QueryError } from "@/kit/QueryState";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { Block } from "@/ui/Block";
import { EmptyState } from "@/ui/EmptyState";
import { PageHeader } from "@/ui/PageHeader";
import { ListSkeleton } from "@/ui/Skeletons";
import { StatusChip } from "@/ui/StatusChip";
import { formatCount } from "@/words/format";
import { counted, EMPTY_WORKLIST, type Kind, type KindTotal, kindsOf, PARKED_TITLE } from "./kinds";
import { LIST_LINKS, type Line, linesOf } from "./lines";
import { ParkedBlock } from "./ParkedBlock";
import classes from "./WorklistPage.module.css";

/** The worklist of the operator; each line links to the page where the item is settled. */
export function WorklistPage() {
  const operator = useOperator();
  return operator ? (
    <OperatorWorklist operator={operator} />
  ) : (
    <>
      <PageHeader title="À traiter" />
      <Parked />
      <EmptyState
        icon={<IconChecklist />}
        title="Aucun exploitant"
        hint="Ce qui attend quelqu'un apparaîtra ici dès qu'un exploitant vous sera ouvert."
      />
    </>
  );
}

/**
 * The parked work of the whole platform, whichever operator is chosen; renders nothing for other accounts
 * than administrators.
 */
function Parked() {
  const { data, ...query } = useParked();
  if (data) return data.total > 0 && <ParkedBlock {...data} />;
  return (
    query.isError && (
      <div id="taches" className={classes.anchor}>
        <Block title={PARKED_TITLE} bare>
          <QueryError query={query} />
        </Block>
      </div>
    )
  );
}

function OperatorWorklist({ operator: { id, nom } }: { operator: { id: number; nom: string } }) {
  const { data, ...query } = useQuery(worklistQuery(id));
  const { administrator } = useRights();
  const { data: { total: parked = 0 } = {}, isLoadingError: parkedFailed } = useParked();
  return (
    <>
      <PageHeader
        title="À traiter"
        subtitle={[
          nom,
          ...(data ? [counted(data.total, "élément")] : []),
          ...(parked > 0 ? [`${counted(parked, "tâche")} de la plateforme`] : []),
        ].join(" · ")}
      />
      <Parked />
      {data && query.isError && (
        <p className={classes.stale} role="status">
          La mise à jour est interrompue&nbsp;: ces informations datent peut-être.
        </p>
      )}
      {data ? (
        data.total === 0 ? (
          parked === 0 &&
          !parkedFailed && <EmptyState icon={<IconChecklist />} {...EMPTY_WORKLIST} />
        ) : (
          kindsOf(data).map((kind) => (
            <Lines
              key={kind.id}
              kind={kind}
              lines={linesOf(kind.id, data, { administrator, now: Date.now() })}
            />
          ))
        )
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <ListSkeleton rows={8} />
      )}
    </>
  );
}

function Lines({
  kind: { id, title, total, count },
  lines,
}: {
  kind: KindTotal<Kind>;
  lines: Line[];
}) {
  const all = LIST_LINKS[id];
  return (
    <div id={id} className={classes.anchor}>
      <Block title={title} bare action={<span className={classes.count}>{count}</span>}>
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line.key}>
              <LineLink line={line} />
            </li>
          ))}
        </ul>
        {total > lines.length && (
          <p className={classes.more}>
            Les {formatCount(lines.length)} premières lignes sur {formatCount(total)}.{" "}
            {all && (
              <Link to={all.to} search={all.search}>
                {all.label}
              </Link>
            )}
          </p>
        )}
      </Block>
    </div>
  );
}

function LineLink({ line }: { line: Line }) {
  const { to, search, hash, title, detail, note, amount, chip } = line;
  return (
    <Link
      to={to}
      search={search}
      hash={hash}
      hashScrollIntoView={{ block: "center" }}
      className={classes.line}
    >
      <span className={classes.words}>
        <strong className={classes.title}>{title}</strong>
        <span className={classes.detail}>{detail}</span>
      </span>
      <span className={classes.note}>{note}</span>
      {amount && <span className={classes.amount}>{amount}</span>}
      <span className={classes.chip}>{chip && <StatusChip {...chip} />}</span>
      <IconChevronRight size={18} stroke={1.75} aria-hidden className={classes.chevron} />
    </Link>
  );
}
