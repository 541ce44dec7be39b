import { IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { BriefOutage } from "@/entities/locker/OutageNote";
import { type Station, stationsQuery } from "@/entities/station/api";
import { STATION_TYPES } from "@/entities/station/types";
import { WholeListPage } from "@/kit/lists/WholeListPage";
import { ForOperator } from "@/kit/routing/ForOperator";
import type { ChosenOperator } from "@/session/operator";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { useDebouncedSearch } from "@/ui/form/useDebouncedSearch";
import { Truncated } from "@/ui/layout/Truncated";
import type { Column } from "@/ui/table/Table";
import { ControllerChip } from "./ControllerChip";
import classes from "./list/list.module.css";
import { narrowStations, noMatchWords } from "./list/narrow";
import { StationTools } from "./list/StationTools";
import { NO_FILTER } from "./list/search";
import { useMapChoice } from "./list/useMapChoice";
import { useStationSearch } from "./list/useStationSearch";
import { Occupancy } from "./Occupancy";
import { StationDetails } from "./StationDetails";
import { isFull } from "./wording";

// With what it needs, it loads when it is first shown: the list is the first page of most people.
const StationsMap = lazyPart(async () => (await import("./map/StationsMap")).StationsMap);

type StationListProps = {
  title: string;
  /** The primary action of the page. */
  action?: ReactNode;
  rowActions?: (station: Station) => ReactNode;
  /** The next step suggested in an empty list. */
  emptyHint: ReactNode;
};

/** A text that is never cut: « Gare centrale Europole » would read as another station. */
const Whole = ({ text }: { text: string }) => (
  <span className={`${classes.label} ${classes.whole}`}>{text}</span>
);

const columns: Column<Station>[] = [
  {
    key: "libelle",
    header: "Libellé",
    sortable: true,
    render: ({ libelleAdmin }) => <span className={classes.label}>{libelleAdmin}</span>,
  },
  { key: "nom", header: "Nom", sortable: true, render: ({ nom }) => <Whole text={nom} /> },
  {
    key: "type",
    header: "Type",
    sortable: true,
    render: ({ stationType }) => <Whole text={STATION_TYPES[stationType]} />,
  },
  {
    key: "places",
    header: "Casiers et places",
    sortable: true,
    render: (station) => <Occupancy station={station} />,
  },
  {
    key: "etat",
    header: "État",
    sortable: true,
    render: (station) => (
      <span className={classes.states}>
        <StatusChip
          color={station.actif ? "green" : "red"}
          label={station.actif ? "Active" : "Inactive"}
        />
        <BriefOutage outage={station.horsService} />
        {isFull(station) && <StatusChip color="orange" label="Complète" />}
        <ControllerChip controleur={station.controleur} />
      </span>
    ),
  },
];

/** Beside the map there is room for fewer columns. */
const columnsBesideMap: Column<Station>[] = [
  {
    key: "libelle",
    header: "Libellé",
    sortable: true,
    render: ({ libelleAdmin, nom }) => (
      <span className={classes.names}>
        <Truncated text={libelleAdmin} />
        <span className={classes.public}>{nom}</span>
      </span>
    ),
  },
  ...columns.filter(({ key }) => key === "places" || key === "etat"),
];

const details = {
  rowLabel: ({ nom }: Station) => nom,
  renderDetails: (station: Station) => <StationDetails station={station} />,
};

const HINT = "Les stations apparaîtront ici dès qu'un exploitant vous sera ouvert.";

/** The stations of the chosen operator; the page decides the actions of each row. */
export function StationList(list: StationListProps) {
  return (
    <ForOperator title={list.title} hint={HINT}>
      {(operator) => <StationsOf key={operator.id} operator={operator} {...list} />}
    </ForOperator>
  );
}

type StationsOfProps = StationListProps & { operator: ChosenOperator };

const NONE: readonly Station[] = [];

function StationsOf({ operator, emptyHint, ...list }: StationsOfProps) {
  const query = useQuery(stationsQuery(operator.id));
  const { search, set, sort } = useStationSearch();
  const { text, type } = useDebouncedSearch(search.recherche ?? "", (recherche) =>
    set({ recherche: recherche || undefined }),
  );
  const typed = useDeferredValue(text);
  const all = query.data ?? NONE;
  const rows = useMemo(
    () => narrowStations(all, { ...search, recherche: typed }),
    [all, search, typed],
  );
  const map = useMapChoice(search.vue, (vue) => set({ vue }));
  return (
    <WholeListPage
      {...list}
      subtitle={operator.nom}
      icon={<IconMapPin />}
      query={query}
      columns={map.shown ? columnsBesideMap : columns}
      details={details}
      empty={{
        title: "Aucune station n'est présente dans cette exploitation.",
        hint: emptyHint,
      }}
      narrowed={{
        tools: (
          <StationTools
            search={search}
            set={set}
            text={text}
            onType={type}
            shown={rows.length}
            total={query.data?.length}
            map={map}
          />
        ),
        rows,
        sort,
        noMatch: (
          <NoMatch
            {...noMatchWords({ ...search, recherche: typed })}
            widen="Effacer la recherche et les filtres"
            onWiden={() => {
              type("");
              set(NO_FILTER);
            }}
          />
        ),
        beside: map.shown && <StationsMap stations={rows} />,
      }}
    />
  );
}
