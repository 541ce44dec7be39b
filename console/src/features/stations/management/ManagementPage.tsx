import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { liveStationQuery } from "@/data/stations";
import { AuditBlock } from "@/kit/audit/AuditBlock";
import { QueryError } from "@/kit/QueryState";
import { useBack } from "@/kit/routing/page";
import { Can } from "@/session/Can";
import { PageHeader } from "@/ui/PageHeader";
import { CardSkeleton, ListSkeleton } from "@/ui/Skeletons";
import { OpeningModal } from "../opening/OpeningModal";
import { STATION_TYPES } from "../wording";
import { LockersBlock } from "./LockersBlock";
import classes from "./management.module.css";
import { findTarget, type OpeningRequest } from "./openingTarget";
import { PriceConditions } from "./PriceConditions";
import { SpacesBlock } from "./SpacesBlock";
import { StationInfo } from "./StationInfo";
import { lockerWord } from "./wording";

/** One station as its staff run it: its lockers or spaces, its prices and its audit log. */
export function ManagementPage() {
  const { id = "" } = useParams({ strict: false });
  const stationId = Number(id);
  const back = useBack();
  const { data: station, ...query } = useQuery(liveStationQuery(stationId));
  const [request, setRequest] = useState<OpeningRequest | null>(null);

  if (!station) {
    return (
      <>
        <PageHeader title="Gestion de la station" back={back} />
        {query.isLoadingError ? (
          <QueryError query={query} />
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
        back={back}
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
        <AuditBlock operatorId={station.exploitant.id} about={`station:${stationId}`} word={word} />
      </Can>
      {target && <OpeningModal target={target} onClose={() => setRequest(null)} />}
    </>
  );
}

const NO_LOCKERS: [] = [];
