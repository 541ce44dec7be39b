import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { liveStationQuery, type Station } from "@/data/stations";
import { AuditBlock } from "@/kit/audit/AuditBlock";
import { RecordPage, useRecordId } from "@/kit/records/RecordPage";
import { Stale } from "@/kit/Stale";
import { Can } from "@/session/Can";
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
  const query = useQuery(liveStationQuery(useRecordId()));
  return (
    <RecordPage
      title="Gestion de la station"
      query={query}
      subtitle={({ stationType, nom }) => `${STATION_TYPES[stationType]} · ${nom}`}
    >
      {(station) => (
        <>
          {query.isRefetchError && (
            <div className={classes.stale}>
              <Stale />
            </div>
          )}
          <StationParts station={station} />
        </>
      )}
    </RecordPage>
  );
}

function StationParts({ station }: { station: Station }) {
  const [request, setRequest] = useState<OpeningRequest | null>(null);
  const word = lockerWord(station);
  const target = request && findTarget(station, request);
  return (
    <>
      <StationInfo station={station} />
      {word === "casier" ? (
        <LockersBlock lockers={station.casiers ?? NO_LOCKERS} onOpening={setRequest} />
      ) : (
        <SpacesBlock station={station} onOpening={setRequest} />
      )}
      <Can right="DROIT_TARIFS_LECTURE">
        <PriceConditions stationId={station.id} word={word} />
      </Can>
      <Can right="DROIT_EVENEMENTS_LECTURE">
        <AuditBlock
          operatorId={station.exploitant.id}
          about={`station:${station.id}`}
          word={word}
        />
      </Can>
      {target && <OpeningModal target={target} onClose={() => setRequest(null)} />}
    </>
  );
}

const NO_LOCKERS: [] = [];
