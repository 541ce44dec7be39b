import { Button, Stack, Text } from "@mantine/core";
import { IconGauge } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
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
import { ATTRIBUTIONS, hoursOf, KINDS, percentOf } from "./words";

// With its calendar, which the page does not need.
const RuleModal = lazyPart(async () => (await import("./RuleModal")).RuleModal, {
  onMissing: ({ onClose }) => onClose(),
});

/** A rate of 100 %, in hundredths of a percent. */
const ALWAYS = 100_00;

type StationMonthProps = { operatorId: number; month: string; stationId: number };

/** The lockers of a station in a month, and when they could not be used. */
export function StationMonth({ operatorId, month, stationId }: StationMonthProps) {
  const lockers = useQuery({
    ...lockersOfMonthQuery(operatorId, month, stationId),
  });
  return (
    <Stack>
      <Lockers stationId={stationId} lockers={lockers.data} />
      <Spans
        operatorId={operatorId}
        month={month}
        stationId={stationId}
        lockers={lockers.data ?? []}
      />
    </Stack>
  );
}

type LockersProps = { stationId: number; lockers: readonly AvailabilityLocker[] | undefined };

/** Those that could not always be used; the others on demand. */
function Lockers({ stationId, lockers = [] }: LockersProps) {
  const [all, setAll] = useState(false);
  const fine = lockers.filter(({ tauxDisponibilite: rate }) => rate === ALWAYS);
  const shown = all ? lockers : lockers.filter((locker) => !fine.includes(locker));
  const rest =
    shown.length > 0
      ? counted(fine.length, "autre casier", "autres casiers")
      : counted(fine.length, "casier");
  return (
    <div>
      <PlainList gap="xs">
        {shown.map((locker) => (
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
      {fine.length > 0 && (
        <Button variant="subtle" ml={-12} mih={44} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Seulement ceux qui n'ont pas toujours pu servir" : `${rest} à 100\u00a0%`}
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

type SpansProps = StationMonthProps & { lockers: readonly AvailabilityLocker[] };

function Spans({ operatorId, month, stationId, lockers }: SpansProps) {
  const [ruled, setRuled] = useState<MonthSpan>();
  const nameOf = ({ idCasier }: MonthSpan) =>
    idCasier === null
      ? "Station entière"
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
        query={useQuery(spansQuery(operatorId, month, stationId))}
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
