import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { asApiError } from "@/api/errors";
import { Can } from "@/auth/Can";
import { LoadError } from "@/shared/ui/LoadError";
import { PageHeader } from "@/shared/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/shared/ui/Skeletons";
import { STATION_TYPES } from "../wording";
import { LockersBlock } from "./LockersBlock";
import classes from "./management.module.css";
import { findTarget, type RemoteRequest, type RemoteTarget } from "./openingTarget";
import { PriceConditions } from "./PriceConditions";
import { liveStationQuery } from "./queries";
import { SpacesBlock } from "./SpacesBlock";
import { StationInfo } from "./StationInfo";
import { lockerWord } from "./wording";

type ManagementPageProps = {
  stationId: number;
  /** Renders the remote management of a locker, above the page. */
  remote: (target: RemoteTarget, onClose: () => void) => ReactNode;
  /** The audit log of the station, for accounts that may read it. */
  journal: (station: { id: number; operatorId: number; word: "casier" | "espace" }) => ReactNode;
};

const BACK = { to: "/tb-stations", label: "Retour : Mes stations" };

export function ManagementPage({ stationId, remote, journal }: ManagementPageProps) {
  const { data: station, ...query } = useQuery(liveStationQuery(stationId));
  const [request, setRequest] = useState<RemoteRequest | null>(null);

  if (!station) {
    const { message, requestId } = asApiError(query.error);
    return (
      <>
        <PageHeader title="Gestion de la station" back={BACK} />
        {query.isLoadingError ? (
          <LoadError message={message} requestId={requestId} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <CardSkeleton />
            <ListSkeleton />
          </>
        )}
      </>
    );
  }

  const word = lockerWord(station);
  const target = request && findTarget(station, request);
  return (
    <>
      <PageHeader
        title="Gestion de la station"
        subtitle={`${STATION_TYPES[station.stationType]} · ${station.nom}`}
        back={BACK}
      />
      {query.isRefetchError && (
        <p className={classes.stale} role="status">
          La mise à jour est interrompue : ces informations datent peut-être.
        </p>
      )}
      <StationInfo station={station} />
      {word === "casier" ? (
        <LockersBlock lockers={station.casiers ?? NO_LOCKERS} onRemote={setRequest} />
      ) : (
        <SpacesBlock station={station} onRemote={setRequest} />
      )}
      <Can right="DROIT_TARIFS_LECTURE">
        <PriceConditions stationId={stationId} word={word} />
      </Can>
      <Can right="DROIT_EVENEMENTS_LECTURE">
        {journal({ id: stationId, operatorId: station.exploitant.id, word })}
      </Can>
      {target && remote(target, () => setRequest(null))}
    </>
  );
}

const NO_LOCKERS: [] = [];
