import { IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Station, stationsQuery } from "@/data/stations";
import { ForOperator } from "@/kit/ForOperator";
import { WholeListPage } from "@/kit/lists/WholeListPage";
import type { ChosenOperator } from "@/session/operator";
import { StatusChip } from "@/ui/StatusChip";
import type { Column } from "@/ui/table/Table";
import { ControllerChip } from "./ControllerChip";
import { StationDetails } from "./StationDetails";
import classes from "./stations.module.css";

type StationListProps = {
  title: string;
  /** The primary action of the page. */
  action?: ReactNode;
  rowActions?: (station: Station) => ReactNode;
  /** The next step suggested in an empty list. */
  emptyHint: ReactNode;
};

const columns: Column<Station>[] = [
  { key: "libelle", header: "Libellé", render: ({ libelleAdmin }) => libelleAdmin },
  { key: "nom", header: "Nom", render: ({ nom }) => nom },
  {
    key: "actif",
    header: "État",
    render: ({ actif, controleur }) => (
      <span className={classes.states}>
        <StatusChip color={actif ? "green" : "red"} label={actif ? "Active" : "Inactive"} />
        <ControllerChip controleur={controleur} />
      </span>
    ),
  },
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

function StationsOf({ operator, emptyHint, ...list }: StationsOfProps) {
  return (
    <WholeListPage
      {...list}
      subtitle={operator.nom}
      icon={<IconMapPin />}
      query={useQuery(stationsQuery(operator.id))}
      columns={columns}
      details={details}
      empty={{
        title: "Aucune station n'est présente dans cette exploitation.",
        hint: emptyHint,
      }}
    />
  );
}
