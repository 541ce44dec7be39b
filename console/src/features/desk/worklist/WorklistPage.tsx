import { Box } from "@mantine/core";
import { IconChecklist, IconClockPause } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { counted } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { Stale } from "@/kit/lists/Stale";
import { type SetSearch, usePageSearch } from "@/kit/routing/pageSearch";
import { useOperator } from "@/session/operator";
import { useCan, useRights } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { Block } from "@/ui/layout/Block";
import { PageHeader } from "@/ui/layout/PageHeader";
import { useParked, type Worklist, worklistQuery } from "./api";
import { EMPTY_WORKLIST, kindsOf, PARKED_TITLE } from "./kinds";
import { Lines } from "./Lines";
import { linesOf, sortedLines } from "./lines";
import { ParkedBlock } from "./ParkedBlock";
import { SelectionBar } from "./SelectionBar";
import { MOST_LINES, type WorklistSearch, worklistSearch } from "./search";
import { useSelection } from "./selection";
import { Toolbar } from "./Toolbar";
import classes from "./worklist.module.css";

/** How many lines of each kind the server lists unless more are asked for. */
const SHOWN_LINES = 20;

/** The worklist of the operator; each line links to the page where the item is settled. */
export function WorklistPage() {
  const operator = useOperator();
  return operator ? (
    <OperatorWorklist key={operator.id} operator={operator} />
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

type OperatorWorklistProps = { operator: { id: number; nom: string } };

function OperatorWorklist({ operator: { id, nom } }: OperatorWorklistProps) {
  const { search, set } = usePageSearch(worklistSearch);
  const view = { ...search, change: set };
  const { data, ...query } = useQuery({
    ...worklistQuery(id, view),
    placeholderData: keepPreviousData, // of another view; each operator has a page of its own
  });
  const { data: { total: parked = 0 } = {}, isLoadingError: parkedFailed } = useParked();
  const nothing = data && (view.reportes ? data.reportes : data.total) === 0;
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
        <Box mb="md">
          <Stale />
        </Box>
      )}
      {data && data.total + data.reportes > 0 && (
        <Toolbar view={view} postponed={data.reportes} onChange={view.change} />
      )}
      {!data ? (
        query.isError ? (
          <QueryError query={query} />
        ) : (
          <ListSkeleton rows={8} />
        )
      ) : !nothing ? (
        <Sections operatorId={id} worklist={data} view={view} />
      ) : view.reportes ? (
        <EmptyState icon={<IconClockPause />} {...NOTHING_POSTPONED} />
      ) : (
        parked === 0 && !parkedFailed && <EmptyState icon={<IconChecklist />} {...EMPTY_WORKLIST} />
      )}
    </>
  );
}

const NOTHING_POSTPONED = {
  title: "Rien n'est reporté",
  hint: "Une ligne que l'on reporte à un autre jour attend ici, et revient d'elle-même.",
};

type View = WorklistSearch & { change: SetSearch<WorklistSearch> };

type SectionsProps = { operatorId: number; worklist: Worklist; view: View };

/** The lines by kind, or of all kinds in one list where they are sorted by something else. */
function Sections({ operatorId, worklist, view }: SectionsProps) {
  const { administrator } = useRights();
  const mayAct = useCan("DROIT_EVENEMENTS_ECRITURE");
  const kinds = kindsOf(worklist, view.reportes);
  const options = { administrator, now: Date.now() };
  const perKind = view.lignes ?? SHOWN_LINES;
  const sections = view.tri
    ? [
        {
          id: "lignes",
          title: view.reportes ? "Lignes reportées" : "Toutes les lignes",
          total: kinds.reduce((sum, { total }) => sum + total, 0),
          lines: sortedLines(
            kinds.flatMap(({ id }) => linesOf(id, worklist, options)),
            view.tri,
            perKind,
          ),
        },
      ].map((section) => ({ ...section, count: counted(section.total, "ligne") }))
    : kinds.map((kind) => ({ ...kind, lines: linesOf(kind.id, worklist, options) }));

  const payments = sections.flatMap(({ lines }) =>
    lines.filter(({ kind }) => kind === "paiements"),
  );
  const selection = useSelection(payments.map(({ objectId }) => objectId));
  return (
    <>
      {sections.map(({ id, title, count, total, lines }) => (
        <Lines
          key={id}
          id={id}
          title={title}
          count={count}
          total={total}
          lines={lines}
          operatorId={operatorId}
          selection={mayAct ? selection : undefined}
          mixed={view.tri !== undefined}
          onMore={view.lignes ? undefined : () => view.change({ lignes: MOST_LINES })}
        />
      ))}
      {mayAct && (
        <SelectionBar
          payments={payments.filter(({ objectId }) => selection.has(objectId))}
          operatorId={operatorId}
          onClear={() => selection.all(false)}
        />
      )}
    </>
  );
}
