import { VisuallyHidden } from "@mantine/core";
import { IconBuildingCommunity, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { asApiError } from "@/api/errors";
import { type Station, stationsQuery } from "@/data/stations";
import { type ChosenOperator, useOperator } from "@/session/operator";
import { EmptyState } from "@/ui/EmptyState";
import { type Column, ExpandableTable } from "@/ui/ExpandableTable";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { StatusChip } from "@/ui/StatusChip";
import { useOpenRows } from "@/ui/useOpenRows";
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

/** The stations of the chosen operator; the page decides the actions of each row. */
export function StationList({ title, ...list }: StationListProps) {
  const operator = useOperator();
  if (operator) return <StationsOf key={operator.id} operator={operator} title={title} {...list} />;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconBuildingCommunity />}
        title="Aucun exploitant"
        hint="Les stations apparaîtront ici dès qu'un exploitant vous sera ouvert."
      />
    </>
  );
}

function StationsOf({
  operator,
  title,
  action,
  rowActions,
  emptyHint,
}: StationListProps & { operator: ChosenOperator }) {
  const stations = useQuery(stationsQuery(operator.id));
  const { open, toggle } = useOpenRows();

  if (stations.isLoadingError) {
    const { message, requestId } = asApiError(stations.error);
    return (
      <>
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
        <LoadError
          message={message}
          requestId={requestId}
          onRetry={() => void stations.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} subtitle={operator.nom} action={action} />
      {stations.data?.length === 0 ? (
        <EmptyState
          icon={<IconMapPin />}
          title="Aucune station n'est présente dans cette exploitation."
          hint={emptyHint}
        />
      ) : (
        <ExpandableTable
          caption={`${title}, ${operator.nom}`}
          columns={columns}
          rows={stations.data ?? []}
          rowKey={({ id }) => id}
          rowLabel={({ nom }) => nom}
          renderDetails={(station) => <StationDetails station={station} />}
          expanded={open}
          onToggle={toggle}
          rowActions={rowActions}
          loading={stations.isPending}
        />
      )}
    </>
  );
}
