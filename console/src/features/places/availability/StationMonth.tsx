import { Button, Stack, Text } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { counted, formatLong, formatShort } from "@/format";
import { List } from "@/kit/lists/List";
import { LockerLink } from "@/kit/routing/NamedLinks";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { PlainList } from "@/ui/layout/PlainList";
import type { Column } from "@/ui/table/Table";
import { type AvailabilityLocker, lockersOfMonthQuery, type MonthSpan, spansQuery } from "./api";
import { foldLockers } from "./fold";
import { ATTRIBUTIONS, hoursOf, KINDS, percentOf } from "./words";

// With its calendar, which the page does not need.
const RuleModal = lazyPart(async () => (await import("./RuleModal")).RuleModal, {
  onMissing: ({ onClose }) => onClose(),
});

type StationMonthProps = { operatorId: number; month: string; stationId: number };

/** The lockers of a station in a month, and when they could not be used. */
export function StationMonth({ operatorId, month, stationId }: StationMonthProps) {
  const lockers = useQuery(lockersOfMonthQuery(operatorId, month, stationId));
  const spans = useQuery(spansQuery(operatorId, month, stationId));
  return (
    <Stack>
      {lockers.data && spans.data && (
        <Lockers stationId={stationId} lockers={lockers.data} spans={spans.data} />
      )}
      <Spans spans={spans} lockers={lockers.data ?? []} />
    </Stack>
  );
}

type LockersProps = {
  stationId: number;
  lockers: readonly AvailabilityLocker[];
  spans: readonly MonthSpan[];
};

/** The times of the whole station that are told before they are only counted. */
const TOLD = 3;

/** What the whole station lacked, the lockers that lacked more than that; the others on demand. */
function Lockers({ stationId, lockers, spans }: LockersProps) {
  const [all, setAll] = useState(false);
  const { station, own, others } = foldLockers(lockers, spans);
  const untold = station.length - TOLD;
  const rest =
    own.length > 0
      ? counted(others.length, "autre casier", "autres casiers")
      : counted(others.length, "casier");
  return (
    <div>
      <PlainList gap="xs">
        {station.slice(0, TOLD).map((span) => (
          <Text component="li" key={span.id}>
            Toute la station&nbsp;: {hoursOf(span.secondesComptees)},{" "}
            {span.au
              ? `du ${formatShort(span.du)} au ${formatShort(span.au)}`
              : `depuis le ${formatShort(span.du)}`}
          </Text>
        ))}
        {untold > 0 && (
          <Text component="li">
            Toute la station&nbsp;: {counted(untold, "autre fois", "autres fois")}
          </Text>
        )}
        {(all ? lockers : own).map((locker) => (
          <Text component="li" key={locker.idCasier}>
            <LockerLink
              station={{ id: stationId }}
              locker={{ id: locker.idCasier, nom: locker.nom }}
            />
            &nbsp;: {percentOf(locker.tauxDisponibilite)}, {hoursOf(locker.secondesIndisponibles)}{" "}
            indisponible sur {hoursOf(locker.secondesDues)}
          </Text>
        ))}
      </PlainList>
      {others.length > 0 && (
        <Button
          variant="subtle"
          ml={-12}
          mih={44}
          ta="left"
          justify="start"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all
            ? "Seulement ceux qui n'ont pas toujours pu servir"
            : `${rest} ${station.length > 0 ? "sans autre indisponibilité comptée" : "à 100\u00a0%"}`}
        </Button>
      )}
    </div>
  );
}

/** What was said of a span, the first first. */
function Rulings({ span }: { span: MonthSpan }) {
  return (
    <>
      {span.qualifications.map((ruling, i) => (
        <Text key={ruling.ditLe ?? "first"} fz={i === 0 ? undefined : 13}>
          {OUTAGE_CAUSES[ruling.cause]}, {ATTRIBUTIONS[ruling.attribution].toLowerCase()}
          {i > 0 && `, depuis le ${formatLong(ruling.depuis)}, dit par ${ruling.par}`}
          {ruling.apresCloture && ", après la clôture"}
          {ruling.commentaire && `\u00a0: ${ruling.commentaire}`}
        </Text>
      ))}
    </>
  );
}

type SpansProps = { spans: UseQueryResult<MonthSpan[]>; lockers: readonly AvailabilityLocker[] };

function Spans({ spans, lockers }: SpansProps) {
  const [ruled, setRuled] = useState<MonthSpan>();
  const nameOf = ({ idCasier }: MonthSpan) =>
    idCasier === null
      ? "Toute la station"
      : (lockers.find((locker) => locker.idCasier === idCasier)?.nom ?? `n° ${idCasier}`);
  const columns: Column<MonthSpan>[] = [
    {
      key: "quoi",
      header: "Quoi",
      render: (span) => `${nameOf(span)}, ${KINDS[span.genre].toLowerCase()}`,
    },
    { key: "du", header: "Du", render: ({ du }) => formatShort(du) },
    { key: "au", header: "Au", render: ({ au }) => (au ? formatShort(au) : "en cours") },
    {
      key: "compte",
      header: "Compté",
      align: "right",
      render: ({ secondesComptees }) => hoursOf(secondesComptees),
    },
    { key: "causes", header: "Causes", render: (span) => <Rulings span={span} /> },
  ];
  return (
    <>
      <List
        query={spans}
        icon={<IconGauge />}
        skeleton={2}
        table={{
          caption: "Indisponibilités de la station",
          columns,
          rowActions: (span) => (
            <Button
              variant="default"
              aria-label={`Qualifier l'indisponibilité n° ${span.id}`}
              onClick={() => setRuled(span)}
            >
              Qualifier
            </Button>
          ),
        }}
        empty={
          <EmptyState
            icon={<IconGauge />}
            title="Aucune indisponibilité ce mois-là."
            hint="Tous les casiers de la station ont pu servir."
          />
        }
      />
      {ruled && <RuleModal span={ruled} onClose={() => setRuled(undefined)} />}
    </>
  );
}
