import { Button, Divider, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertOctagon, IconArrowRight, IconHelp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { Call } from "../api";
import { momentOf } from "./moments";
import { placeOf } from "./naming";
import classes from "./page.module.css";

type Cause = Call["causes"][number];

/** Why the door does not open: the certain causes, then the possible ones, each with what to do next. */
export function Causes({ call }: { call: Call }) {
  const { conclusion, causes } = call;
  const [first] = causes;
  const headline = first?.certaine ? first : undefined;
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      className={classes.why}
      aria-labelledby="pourquoi"
      data-status={headline ? "red" : causes.length > 0 ? "yellow" : undefined}
    >
      <Title order={2} id="pourquoi" fz="xs" fw={600} c="dimmed" mb="xs">
        Pourquoi la porte ne s'ouvre pas
      </Title>
      <Text fz="h2" fw={650} role="status">
        {headline?.phrase ?? conclusion}
      </Text>
      {causes.length > 0 && (
        <>
          <Divider my="sm" color="var(--line)" />
          <Stack component="ol" gap={0} m={0} p={0} className={classes.items}>
            {causes.map((cause) => (
              <CauseItem key={cause.cause} cause={cause} isHeadline={cause === headline} />
            ))}
          </Stack>
        </>
      )}
      {call.casier === null && <Doors call={call} />}
    </Paper>
  );
}

/** The doors of the person's stays, to say at which one they stand. */
function Doors({ call: { enCours, usager } }: { call: Call }) {
  return (
    <Group gap="8 12" mt="sm" data-no-print>
      {enCours.map((stay) => (
        <Button
          key={stay.id}
          size="sm"
          variant="default"
          renderRoot={(props) => (
            <Link to="/recit" search={{ usager: usager?.id, casier: stay.casier.id }} {...props} />
          )}
        >
          {placeOf(stay)}
        </Button>
      ))}
      <Text c="dimmed">
        {enCours.length > 0
          ? "Une autre porte\u00a0: cherchez-la ci-dessus."
          : "Cherchez-la ci-dessus."}
      </Text>
    </Group>
  );
}

/** A cause; the headline has its sentence above. */
function CauseItem({ cause, isHeadline }: { cause: Cause; isHeadline: boolean }) {
  const { certaine, depuis, phrase, suite } = cause;
  const Icon = certaine ? IconAlertOctagon : IconHelp;
  return (
    <Stack component="li" gap={6}>
      <Group gap="4 12">
        <StatusChip
          color={certaine ? "red" : "grey"}
          label={certaine ? "Certain" : "Possible"}
          icon={<Icon aria-hidden />}
        />
        {depuis && (
          <Text span fz={13} c="dimmed">
            Depuis <time dateTime={depuis}>{momentOf(depuis)}</time>
          </Text>
        )}
      </Group>
      {!isHeadline && (
        <Text fw={certaine ? 600 : undefined} maw="75ch">
          {phrase}
        </Text>
      )}
      {suite && (
        <Text className={classes.advice}>
          <IconArrowRight size={18} stroke={1.75} aria-label="À faire&nbsp;:" />
          {suite}
        </Text>
      )}
    </Stack>
  );
}
