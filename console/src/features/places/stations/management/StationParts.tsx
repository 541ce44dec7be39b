import { useState } from "react";
import { AuditBlock } from "@/entities/audit/AuditBlock";
import type { Station } from "@/entities/station/api";
import { usePageSearch } from "@/kit/routing/pageSearch";
import { useCan } from "@/session/rights";
import { type Tab, Tabs } from "@/ui/layout/Tabs";
import { OpeningModal } from "../opening/OpeningModal";
import { LabelsButton } from "./LabelsButton";
import { LockersBlock } from "./LockersBlock";
import { findTarget, type OpeningRequest } from "./openingTarget";
import { PriceConditions } from "./PriceConditions";
import { SpacesBlock } from "./SpacesBlock";
import { StationInfo } from "./StationInfo";
import { type Part, stationSearch } from "./search";
import { lockerWord } from "./wording";

/** The parts of a station: all of them, or the one that is chosen by its tab. */
export function StationParts({ station }: { station: Station }) {
  const [request, setRequest] = useState<OpeningRequest | null>(null);
  const { search, set } = usePageSearch(stationSearch);
  const mayReadPrices = useCan("DROIT_TARIFS_LECTURE");
  const mayReadAudit = useCan("DROIT_EVENEMENTS_LECTURE");
  const word = lockerWord(station);
  const target = request && findTarget(station, request);

  const tabs: Tab<Part>[] = [
    { key: "apercu", label: "Vue d'ensemble" },
    { key: "unites", label: word === "casier" ? "Casiers" : "Espaces" },
    ...(mayReadPrices ? [{ key: "conditions" as const, label: "Conditions tarifaires" }] : []),
    { key: "informations", label: "Informations" },
    ...(mayReadAudit ? [{ key: "journal" as const, label: "Journal" }] : []),
  ];
  // A link may name a part that this account may not read.
  const chosen = tabs.find(({ key }) => key === search.partie)?.key ?? "apercu";
  const shows = (part: Part) => chosen === "apercu" || chosen === part;

  return (
    <>
      <Tabs
        label="Parties de la station"
        tabs={tabs}
        chosen={chosen}
        onChoose={(part) => set({ partie: part === "apercu" ? undefined : part })}
      >
        {shows("informations") && <StationInfo station={station} />}
        {shows("unites") &&
          (word === "casier" ? (
            <LockersBlock
              operatorId={station.exploitant.id}
              lockers={station.casiers ?? NO_LOCKERS}
              onOpening={setRequest}
            />
          ) : (
            <SpacesBlock station={station} onOpening={setRequest} />
          ))}
        {chosen === "unites" && <LabelsButton stationId={station.id} />}
        {shows("conditions") && mayReadPrices && (
          <PriceConditions stationId={station.id} word={word} />
        )}
        {shows("journal") && mayReadAudit && (
          <AuditBlock
            operatorId={station.exploitant.id}
            about={`station:${station.id}`}
            word={word}
          />
        )}
      </Tabs>
      {target && <OpeningModal target={target} onClose={() => setRequest(null)} />}
    </>
  );
}

const NO_LOCKERS: [] = [];
