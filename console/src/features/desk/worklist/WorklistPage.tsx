import { Box } from "@mantine/core";
import { IconChecklist, IconClockPause } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { counted } from "@/format";
import { QueryError } from "@/kit/lists/QueryState";
import { Stale } from "@/kit/lists/Stale";
import { type SetSearch, usePageSearch } from "@/kit/routing/pageSearch";
import { useOwnId } from "@/session/account";
import { useOperator } from "@/session/operator";
import { useCan, useRights } from "@/session/rights";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { ListSkeleton } from "@/ui/feedback/Skeletons";
import { Block } from "@/ui/layout/Block";
import { PageHeader } from "@/ui/layout/PageHeader";
import { type Kind, useParked, type Worklist, worklistQuery } from "./api";
import { EMPTY_WORKLIST, isKind, kindsOf, opensBeside, PARKED_TITLE } from "./kinds";
import { Lines } from "./Lines";
import { keyOf, type Line, linesOf, sortedLines } from "./lines";
import { type Panels, readKey } from "./Panel";
import { ParkedBlock } from "./ParkedBlock";
import { SelectionBar } from "./SelectionBar";
import { askedOf, MOST_LINES, type WorklistSearch, worklistSearch } from "./search";
import { useSelection } from "./selection";
import { Toolbar } from "./Toolbar";
import classes from "./worklist.module.css";

/** How many lines of each kind the server lists unless more are asked for. */
const SHOWN_LINES = 20;

export type { Panels } from "./Panel";

const LinePanel = lazyPart(async () => (await import("./Panel")).LinePanel, {
  onMissing: ({ onClose }) => onClose(),
});

/**
 * The worklist of the operator. A line opens its object beside the list, or leads to the page where it is settled.
 */
export function WorklistPage({ panels }: { panels: Panels }) {
  const operator = useOperator();
  return operator ? (
    <OperatorWorklist key={operator.id} operator={operator} panels={panels} />
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

type OperatorWorklistProps = { operator: { id: number; nom: string }; panels: Panels };

function OperatorWorklist({ operator: { id, nom }, panels }: OperatorWorklistProps) {
  const { search, set } = usePageSearch(worklistSearch);
  // Whoever goes on from line to line misses none, and comes back to where they are.
  const [wholly, setWholly] = useState(false);
  if (search.ligne && !wholly) setWholly(true);
  const asked: WorklistSearch = wholly ? { ...search, lignes: MOST_LINES } : search;
  const { data, ...query } = useQuery({
    ...worklistQuery(id, askedOf(asked)),
    placeholderData: keepPreviousData, // of another view; each operator has a page of its own
  });
  const { administrator } = useRights();
  const kinds = data ? kindsOf(data, search.reportes) : [];
  const only = search.nature?.split(",").filter((kind): kind is Kind => isKind(kind));
  const sections = data ? sectionsOf(data, asked, only, administrator) : [];
  const waiting = kinds.reduce((sum, { total }) => sum + total, 0);
  const listed = sections.reduce((sum, { total }) => sum + total, 0);
  const beside = useBeside(sections, set);
  const { data: { total: parked = 0 } = {}, isLoadingError: parkedFailed } = useParked();
  const nothing = data && (search.reportes ? data.reportes : data.total) === 0;
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
        <Toolbar
          view={search}
          postponed={data.reportes}
          kinds={kinds}
          shown={only}
          hidden={waiting - listed}
          onChange={set}
        />
      )}
      {!data ? (
        query.isError ? (
          <QueryError query={query} />
        ) : (
          <ListSkeleton rows={8} />
        )
      ) : !nothing ? (
        <Sections
          operatorId={id}
          sections={sections}
          view={search}
          onOpen={beside.onOpen}
          onShow={beside.show}
          onMore={asked.lignes ? undefined : () => set({ lignes: MOST_LINES })}
        />
      ) : search.reportes ? (
        <EmptyState icon={<IconClockPause />} {...NOTHING_POSTPONED} />
      ) : (
        parked === 0 && !parkedFailed && <EmptyState icon={<IconChecklist />} {...EMPTY_WORKLIST} />
      )}
      {search.ligne && readKey(search.ligne) && (
        <LinePanel
          open={search.ligne}
          lines={beside.lines}
          panels={panels}
          operatorId={id}
          worklist={data}
          onMove={(ligne) => set({ ligne })}
          onClose={beside.close}
        />
      )}
    </>
  );
}

type Section = { id: string; title: string; count: string; total: number; lines: Line[] };

/** The lines by kind, or of all kinds in one list where they are sorted by something else. */
function sectionsOf(
  worklist: Worklist,
  view: WorklistSearch,
  only: readonly Kind[] | undefined,
  administrator: boolean,
): Section[] {
  const options = { administrator, now: Date.now() };
  const kinds = kindsOf(worklist, view.reportes)
    .filter(({ id }) => !only || only.includes(id))
    .map((kind) => ({ ...kind, total: worklist[kind.id]?.retenus ?? 0 }))
    .filter(({ total }) => total > 0);
  const lines = (id: Kind) => linesOf(id, worklist, options);
  if (!view.tri)
    return kinds.map((kind) => ({
      ...kind,
      count: counted(kind.total, kind.noun),
      lines: lines(kind.id),
    }));
  const total = kinds.reduce((sum, kind) => sum + kind.total, 0);
  const all = kinds.flatMap(({ id }) => lines(id));
  return [
    {
      id: "lignes",
      title: view.reportes ? "Lignes reportées" : "Toutes les lignes",
      count: counted(total, "ligne"),
      total,
      lines: sortedLines(all, view.tri, view.lignes ?? SHOWN_LINES),
    },
  ];
}

/** Opens lines beside the list. Whoever opened one here closes it by going back, so that nothing is left behind. */
function useBeside(sections: Section[], set: SetSearch<WorklistSearch>) {
  const { history } = useRouter();
  const wasOpened = useRef(false);
  const onOpen = () => {
    wasOpened.current = true;
  };
  return {
    lines: sections.flatMap(({ lines }) => lines).filter(({ kind }) => opensBeside(kind)),
    onOpen,
    show: (line: Line) => {
      onOpen();
      set({ ligne: keyOf(line) }, { replace: false });
    },
    close: () => {
      if (wasOpened.current) history.back();
      else set({ ligne: undefined });
      wasOpened.current = false;
    },
  };
}

const NOTHING_POSTPONED = {
  title: "Rien n'est reporté",
  hint: "Une ligne que l'on reporte à un autre jour attend ici, et revient d'elle-même.",
};

type SectionsProps = {
  operatorId: number;
  sections: Section[];
  view: WorklistSearch;
  onOpen: () => void;
  onShow: (line: Line) => void;
  onMore: (() => void) | undefined;
};

function Sections({ operatorId, sections, view, onOpen, onShow, onMore }: SectionsProps) {
  const own = useOwnId();
  const mayAct = useCan("DROIT_EVENEMENTS_ECRITURE");
  const lines = sections.flatMap((section) => section.lines);
  const selection = useSelection(lines.map(keyOf), `a-traiter ${own} ${operatorId}`);
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<IconChecklist />}
        title="Aucune ligne ne correspond à vos filtres."
        hint="Cherchez plus largement."
      />
    );
  return (
    <>
      {sections.map((section) => (
        <Lines
          key={section.id}
          {...section}
          operatorId={operatorId}
          selection={mayAct ? selection : undefined}
          view={view}
          onOpen={onOpen}
          mixed={view.tri !== undefined}
          onMore={onMore}
        />
      ))}
      {mayAct && (
        <SelectionBar
          lines={lines.filter((line) => selection.has(keyOf(line)))}
          operatorId={operatorId}
          onClear={selection.clear}
          onShow={(line) => (opensBeside(line.kind) ? onShow(line) : undefined)}
        />
      )}
    </>
  );
}
