import { Box, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { QueryState } from "@/kit/lists/QueryState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { BusyButton } from "@/ui/form/BusyButton";
import { PlainList } from "@/ui/layout/PlainList";
import classes from "../maintenance.module.css";
import { type FieldTask, fieldworkQuery } from "./api";
import { formatDistance } from "./distance";
import { type Stop, stopsOf } from "./stops";
import { usePosition } from "./usePosition";
import { taskKind, taskPlace, taskWords } from "./wording";

const TITLE = "À faire sur place";

type FieldTasksProps = {
  operatorId: number;
  /** The number of lines that are shown at most; all are otherwise. */
  most?: number;
  /** Shown instead when there is nothing to do. */
  empty: ReactNode;
};

/** What a technician has to do at the stations: lockers, doors and controllers, the nearest first on request. */
export function FieldTasks({ operatorId, most, empty }: FieldTasksProps) {
  const { position, state, locate } = usePosition();
  return (
    <QueryState query={useQuery(fieldworkQuery(operatorId))} rows={4}>
      {({ total, items }) => {
        if (total === 0) return empty;
        const stops = stopsOf(items, position);
        const shown = most === undefined ? stops : firstOf(stops, most);
        const left = total - shown.reduce((sum, { tasks }) => sum + tasks.length, 0);
        return (
          <Box component="section" maw="44rem" mb="xl" aria-label={TITLE}>
            <Group justify="space-between" gap="xs" mb="sm">
              <Title order={2} size="h3">
                {TITLE}{" "}
                <Text span inherit c="dimmed">
                  {total}
                </Text>
              </Title>
              <BusyButton
                variant="default"
                mih={44}
                busy={state === "asking"}
                leftSection={<IconMapPin size={18} stroke={1.75} aria-hidden />}
                onClick={locate}
              >
                Les plus proches d'abord
              </BusyButton>
            </Group>
            <Text role="status" c="dimmed" mb="xs" hidden={state !== "unknown"}>
              La position de cet appareil n'est pas connue&nbsp;: les stations restent par ordre
              alphabétique.
            </Text>
            <Stack gap="lg">
              {shown.map((stop) => (
                <StationTasks key={`${stop.station.id} ${stop.urgent}`} {...stop} />
              ))}
            </Stack>
            {left > 0 && (
              <Text mt="md">
                {most === undefined ? (
                  `${left} autres ne sont pas affichées.`
                ) : (
                  <Link to="/mode-maintenance">Tout voir ({total})</Link>
                )}
              </Text>
            )}
          </Box>
        );
      }}
    </QueryState>
  );
}

/** Returns the first stations, with as many lines in all. */
function firstOf(stops: readonly Stop[], most: number): Stop[] {
  const shown: Stop[] = [];
  let room = most;
  for (const stop of stops) {
    if (room <= 0) break;
    const tasks = stop.tasks.slice(0, room);
    room -= tasks.length;
    shown.push({ ...stop, tasks });
  }
  return shown;
}

function StationTasks({ station, tasks, urgent, distance }: Stop) {
  const title = `sur-place-${station.id}${urgent ? "-urgent" : ""}`;
  return (
    <section aria-labelledby={title}>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={6}>
        <Title order={3} size="h5" id={title}>
          {station.nom}
        </Title>
        {distance !== null && (
          <Text span c="dimmed" textWrap="nowrap">
            {formatDistance(distance)}
          </Text>
        )}
      </Group>
      <PlainList gap="xs">
        {tasks.map((task) => (
          <li key={taskKey(task)}>
            <TaskLink task={task} />
          </li>
        ))}
      </PlainList>
    </section>
  );
}

const taskKey = ({ genre, intervention, idVeloLaisse, casier }: FieldTask) =>
  `${genre} ${intervention?.id ?? idVeloLaisse ?? casier?.id ?? ""}`;

function TaskLink({ task }: { task: FieldTask }) {
  const { station, casier, horsService, intervention, idVeloLaisse } = task;
  const note = intervention?.description || horsService?.motif;
  const content = (
    <>
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Text component="strong" fz="lg" fw={700}>
          {taskPlace(task)}
        </Text>
        <Text span c="dimmed">
          {taskWords(task, Date.now())}
        </Text>
        {note && (
          <Text span c="dimmed" lineClamp={2}>
            {note}
          </Text>
        )}
      </Stack>
      <StatusChip {...taskKind(task)} />
      <IconChevronRight size={20} aria-hidden />
    </>
  );
  return (
    <UnstyledButton
      className={classes.result}
      renderRoot={(props) =>
        idVeloLaisse ? (
          <Link
            {...props}
            to="/velos-laisses"
            search={{ etape: ["preavis"], ligne: idVeloLaisse }}
          />
        ) : casier ? (
          <Link
            {...props}
            to="/mode-maintenance"
            search={{ station: station.id, casier: casier.id }}
          />
        ) : intervention ? (
          <Link
            {...props}
            to="/interventions"
            search={{ station: station.id, ligne: intervention.id }}
          />
        ) : (
          <Link {...props} to="/tb-stations/$id/details" params={{ id: String(station.id) }} />
        )
      }
    >
      {content}
    </UnstyledButton>
  );
}
