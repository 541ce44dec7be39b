import { Anchor, Box, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import {
  IconAccessPointOff,
  IconBan,
  IconBike,
  IconCalendarRepeat,
  IconCreditCard,
  IconDoor,
  IconKey,
  IconLockX,
  IconMail,
  IconPointFilled,
  IconSettings,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { formatTime } from "@/format";
import { useRights } from "@/session/rights";
import { Block } from "@/ui/layout/Block";
import type { Call } from "../api";
import { dayOf } from "./moments";
import classes from "./page.module.css";

type Event = Call["chronologie"][number];
type Thing = Event["objet"];

/** The icon of each kind of event: the first whose beginning fits. */
const ICONS: readonly [kind: string, icon: TablerIcon][] = [
  ["porte.refus", IconLockX],
  ["porte.", IconDoor],
  ["casier.ouverture", IconDoor],
  ["casier.code", IconKey],
  ["casier.", IconSettings],
  ["station.", IconAccessPointOff],
  ["utilisation.", IconBike],
  ["paiement.", IconCreditCard],
  ["courriel.", IconMail],
  ["abonnement.", IconCalendarRepeat],
  ["compte.bannissement", IconBan],
  ["compte.", IconUser],
];

const iconOf = ({ genre }: Event) =>
  ICONS.find(([kind]) => genre.startsWith(kind))?.[1] ?? IconPointFilled;

type TimelineProps = { call: Call; onPayment: (id: number) => void };

/** What happened in the last 24 hours, newest first, by day. */
export function Timeline({ call, onPayment }: TimelineProps) {
  const days = byDay(call.chronologie);
  return (
    <Block title="Dernières 24 heures">
      {call.chronologie.length === 0 && (
        <Text c="dimmed">Rien ne s'est passé dans les dernières 24 heures.</Text>
      )}
      {[...days].map(([day, events]) => (
        <section key={day} aria-label={day}>
          {days.size > 1 && (
            <Title order={3} fz={13} mb={4}>
              {day}
            </Title>
          )}
          <Stack component="ol" gap={0} m={0} p={0}>
            {events.map((event, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two events may be the same but for their order
              <EventItem key={`${event.instant}-${index}`} {...{ event, call, onPayment }} />
            ))}
          </Stack>
        </section>
      ))}
    </Block>
  );
}

function byDay(events: readonly Event[]): Map<string, Event[]> {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = dayOf(event.instant);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}

function EventItem({ event, ...context }: TimelineProps & { event: Event }) {
  const { instant, genre, phrase, objet } = event;
  const Icon = iconOf(event);
  return (
    <li className={classes.event}>
      <Text component="time" dateTime={instant} c="dimmed" lh="1.75rem">
        {formatTime(instant)}
      </Text>
      <ThemeIcon
        size={28}
        radius="xl"
        data-status={genre === "porte.refus" ? "red" : undefined}
        bg="var(--status-bg, var(--selected))"
        c="var(--status-fg, var(--accent))"
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </ThemeIcon>
      <Box pt={4}>
        <About thing={objet} {...context}>
          {phrase}
        </About>
      </Box>
    </li>
  );
}

/** Leads from an event to what it is about, where this account may go; the person and locker are on the page. */
function About({
  thing: { type, id },
  call,
  onPayment,
  children,
}: TimelineProps & { thing: Thing; children: string }) {
  const { can } = useRights();
  const payment =
    type === "paiement"
      ? id
      : type === "utilisation"
        ? call.paiements.find(({ utilisations }) =>
            utilisations.some((paid) => "idOccupation" in paid && paid.id === id),
          )?.id
        : undefined;
  if (payment !== undefined)
    return (
      <Anchor
        component="button"
        inherit
        ta="left"
        underline="always"
        onClick={() => onPayment(payment)}
      >
        {children}
      </Anchor>
    );
  if (type === "station" && can("DROIT_STATIONS_LECTURE"))
    return (
      <Link to="/tb-stations/$id/details" params={{ id: String(id) }}>
        {children}
      </Link>
    );
  return children;
}
