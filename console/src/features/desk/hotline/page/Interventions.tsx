import { Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Intervention, interventionsQuery } from "@/entities/intervention/api";
import { OPEN_STATES } from "@/entities/intervention/states";
import { causeWord, chargeOf, interventionState, numberOf } from "@/entities/intervention/words";
import { isSpace } from "@/entities/locker/space";
import { QueryState } from "@/kit/lists/QueryState";
import { useOperator } from "@/session/operator";
import { useRights } from "@/session/rights";
import { UnsavedProvider } from "@/ui/dialog/unsaved";
import { lazyPart } from "@/ui/feedback/lazyPart";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import type { Call } from "../api";
import { momentOf } from "./moments";
import classes from "./page.module.css";
import { WhoReports } from "./WhoReports";

// With its photos, which most calls do not need.
const ReportForm = lazyPart(
  async () => (await import("@/entities/intervention/report/ReportForm")).ReportForm,
);

type Door = NonNullable<Call["casier"]>;
type BlockProps = { door: Door; operatorId: number };

/** What is being seen to at the door of the call and at its station as a whole, and the form that reports a breakdown. */
export function Interventions({ door }: { door: Door }) {
  const operator = useOperator();
  return operator && <OfDoor key={door.id} door={door} operatorId={operator.id} />;
}

const OPEN = { etat: [...OPEN_STATES], page: 1, itemsPerPage: 20 };

function OfDoor({ door, operatorId }: BlockProps) {
  const ofDoor = useQuery(interventionsQuery(operatorId, { ...OPEN, casier: door.id }));
  const ofStation = useQuery(
    interventionsQuery(operatorId, { ...OPEN, station: [door.station.id], entiere: true }),
  );
  const word = isSpace(door) ? "cet espace" : "ce casier";
  return (
    <Block title="Interventions">
      <Stack gap="sm">
        <QueryState query={ofDoor} rows={1}>
          {({ items }) => {
            const open = [...items, ...(ofStation.data?.items ?? [])];
            return open.length === 0 ? (
              <Text c="dimmed">Aucune intervention n'est ouverte pour {word}.</Text>
            ) : (
              <PlainList className={classes.items}>
                {open.map((one) => (
                  <Item key={one.id} intervention={one} />
                ))}
              </PlainList>
            );
          }}
        </QueryState>
        <Reporting door={door} operatorId={operatorId} />
      </Stack>
    </Block>
  );
}

function Item({ intervention }: { intervention: Intervention }) {
  const { id, casier, station, ouverture, description, responsable, echeance } = intervention;
  return (
    <Stack component="li" gap={2}>
      <Group gap="4 12" fw={650}>
        <Link to="/interventions" search={{ station: station.id, ligne: id }}>
          Intervention {numberOf(intervention)}
        </Link>
        <StatusChip {...interventionState(intervention)} />
      </Group>
      <Text>
        {causeWord(intervention)}
        {casier ? "" : ", toute la station"}, depuis{" "}
        <time dateTime={ouverture}>{momentOf(ouverture)}</time>
      </Text>
      {description && <Text>{description}</Text>}
      <Text c="dimmed">
        {responsable || echeance ? chargeOf(intervention) : "Personne ne s'en occupe."}
      </Text>
    </Stack>
  );
}

function Reporting({ door, operatorId }: BlockProps) {
  const [reporting, setReporting] = useState(false);
  const { can } = useRights();
  if (!can("DROIT_CASIERS_ECRITURE") && !can("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE"))
    return <WhoReports operatorId={operatorId} />;
  return reporting ? (
    <UnsavedProvider>
      <ReportForm
        operatorId={operatorId}
        lockerId={door.id}
        active={door.actif}
        onUnanswered={async () => false}
        onDone={() => setReporting(false)}
        onCancel={() => setReporting(false)}
      />
    </UnsavedProvider>
  ) : (
    <Button
      variant="default"
      w="fit-content"
      leftSection={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
      onClick={() => setReporting(true)}
      data-no-print
    >
      Signaler une panne
    </Button>
  );
}
