import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { asApiError } from "@/api/errors";
import { liveStationQuery } from "@/data/stations";
import { Can } from "@/session/Can";
import { LoadError } from "@/ui/LoadError";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { STATION_TYPES } from "../wording";
import { LockersBlock } from "./LockersBlock";
import classes from "./management.module.css";
import { findTarget, type OpeningRequest, type OpeningTarget } from "./openingTarget";
import { PriceConditions } from "./PriceConditions";
import { SpacesBlock } from "./SpacesBlock";
import { StationInfo } from "./StationInfo";
import { lockerWord } from "./wording";

type ManagementPageProps = {
  stationId: number;
  /** Renders the dialog that opens a locker, above the page. */
  opening: (target: OpeningTarget, onClose: () => void) => ReactNode;
  /** The audit log of the station, for accounts that may read it. */
  audit: (station: { id: number; operatorId: number; word: "casier" | "espace" }) => ReactNode;
};

const BACK = { to: "/tb-stations", label: "Retour : Mes stations" };

export function ManagementPage({ stationId, opening, audit }: ManagementPageProps) {
  const { data: station, ...query } = useQuery(liveStationQuery(stationId));
  const [request, setRequest] = useState<OpeningRequest | null>(null);

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
        <LockersBlock lockers={station.casiers ?? NO_LOCKERS} onOpening={setRequest} />
      ) : (
        <SpacesBlock station={station} onOpening={setRequest} />
      )}
      <Can right="DROIT_TARIFS_LECTURE">
        <PriceConditions stationId={stationId} word={word} />
      </Can>
      <Can right="DROIT_EVENEMENTS_LECTURE">
        {audit({ id: stationId, operatorId: station.exploitant.id, word })}
      </Can>
      {target && opening(target, () => setRequest(null))}
    </>
  );
}

const NO_LOCKERS: [] = [];
