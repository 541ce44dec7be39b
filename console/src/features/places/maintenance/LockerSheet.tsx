import { Box, Button, Group, Paper, Stack, Title } from "@mantine/core";
import { IconArrowLeft, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CallLink } from "@/entities/hotline/CallLink";
import { OpenLeftBike } from "@/entities/leftbike/OpenLeftBike";
import type { Locker } from "@/entities/locker/api";
import { DoorChip } from "@/entities/locker/DoorChip";
import { OutageNote } from "@/entities/locker/OutageNote";
import { isSpace } from "@/entities/locker/space";
import { QueryState } from "@/kit/lists/QueryState";
import { Stale } from "@/kit/lists/Stale";
import { Can } from "@/session/Can";
import { useOperator } from "@/session/operator";
import { useReturnFocus } from "@/ui/dialog/useReturnFocus";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CardSkeleton } from "@/ui/feedback/Skeletons";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Facts } from "@/ui/layout/Facts";
import { liveLockersQuery } from "./api";
import { Drafts } from "./drafts/Drafts";
import { LeftBikes } from "./LeftBikes";
import classes from "./maintenance.module.css";
import { OpenDoor } from "./OpenDoor";
import { Repairs } from "./Repairs";
import { Service } from "./Service";
import { named, STATES } from "./wording";

type LockerSheetProps = { stationId: number; lockerId: number; onBack: () => void };

/** One locker: its state, its door, and whether it is in service. */
export function LockerSheet({ stationId, lockerId, onBack }: LockerSheetProps) {
  const lockers = useQuery(liveLockersQuery(stationId));
  useReturnFocus();
  return (
    <Stack maw="32rem">
      <Button
        variant="default"
        className={classes.back}
        leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
        onClick={onBack}
      >
        Chercher un autre casier
      </Button>
      {lockers.isRefetchError && <Stale />}
      <QueryState query={lockers} loading={<CardSkeleton />}>
        {(list) => {
          const locker = list.find(({ id }) => id === lockerId);
          return locker ? (
            <Sheet locker={locker} />
          ) : (
            <EmptyState
              icon={<IconLock />}
              title="Ce casier n'existe plus dans cette station."
              hint={"Il a pu être supprimé, ou changer de code\u00a0: cherchez-le de nouveau."}
              action={
                <Button variant="default" onClick={onBack}>
                  Revenir à la recherche
                </Button>
              }
            />
          );
        }}
      </QueryState>
    </Stack>
  );
}

function Sheet({ locker }: { locker: Locker }) {
  const {
    etat,
    horsService,
    porte,
    station,
    type,
    complement,
    stationCarteAdresse,
    stationCartePort,
  } = locker;
  const operator = useOperator();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <Paper component="section" withBorder p="md" aria-labelledby="casier">
        <Group justify="space-between" gap="sm" mb="md">
          <Title order={2} size="1.25rem" ref={heading} id="casier" tabIndex={-1}>
            {named(locker)}
          </Title>
          <StatusChip color={STATES[etat]} label={etat} />
          <DoorChip door={porte} />
        </Group>
        {horsService && (
          <Box mb="md">
            <OutageNote outage={horsService} />
          </Box>
        )}
        <Facts
          items={[
            { label: "Station", value: station.nom },
            { label: "Type", value: type.nom },
            { label: "Informations", value: complement || "–" },
            { label: "Carte", value: stationCarteAdresse || "–" },
            { label: "Ports", value: stationCartePort || "–" },
          ]}
        />
      </Paper>
      <Drafts lockerId={locker.id} />
      <OpenDoor locker={locker} />
      <Can right="DROIT_EVENEMENTS_LECTURE">
        <Repairs locker={locker} />
      </Can>
      <CallLink casier={locker.id} size="lg" />
      {operator && isSpace(locker) && (
        <>
          <Can right="DROIT_EVENEMENTS_LECTURE">
            <LeftBikes operatorId={operator.id} stationId={station.id} />
          </Can>
          <OpenLeftBike
            operatorId={operator.id}
            idStation={station.id}
            place={station.nom}
            size="lg"
          />
        </>
      )}
      <Can right="DROIT_CASIERS_ECRITURE">
        <Service locker={locker} />
      </Can>
    </>
  );
}
