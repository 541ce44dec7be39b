import { Group, Text } from "@mantine/core";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ActiveChip } from "@/entities/account/ActiveChip";
import { personName } from "@/entities/account/names";
import { DoorChip } from "@/entities/locker/DoorChip";
import { OutageNote } from "@/entities/locker/OutageNote";
import { isSpace } from "@/entities/locker/space";
import { formatPhone } from "@/format";
import { mailto } from "@/format/mailto";
import { LockerLink, StationLink } from "@/kit/routing/NamedLinks";
import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import { DetailCard } from "@/ui/layout/DetailCard";
import { PlainList } from "@/ui/layout/PlainList";
import type { Call } from "../api";
import { momentOf } from "./moments";
import classes from "./page.module.css";

const STATES: Record<NonNullable<Call["casier"]>["etat"], StatusColor> = {
  Libre: "green",
  Occupé: "orange",
  Inactif: "red",
};

/** The person of the call: name, telephone, e-mail, state. */
export function Customer({ customer }: { customer: NonNullable<Call["usager"]> }) {
  const { id, email, telephone } = customer;
  return (
    <DetailCard title="Usager">
      <Group gap="4 12" fw={650} className={classes.name}>
        <Link to="/gestion-utilisateurs-exploitant/$id/details" params={{ id: String(id) }}>
          {personName(customer)}
        </Link>
        <ActiveChip account={customer} />
      </Group>
      <PlainList gap={4} mt="xs" className={classes.contacts}>
        {telephone && (
          <Group component="li" gap="xs" wrap="nowrap">
            <IconPhone size={18} stroke={1.75} aria-hidden />
            <a href={`tel:${telephone.replace(/[^\d+]/g, "")}`}>{formatPhone(telephone)}</a>
          </Group>
        )}
        {email && (
          <Group component="li" gap="xs" wrap="nowrap">
            <IconMail size={18} stroke={1.75} aria-hidden />
            <a href={mailto(email)}>{email}</a>
          </Group>
        )}
      </PlainList>
    </DetailCard>
  );
}

/** The locker of the call: place, state, door, controller. */
export function Door({ door }: { door: NonNullable<Call["casier"]> }) {
  const { station, type, complement, etat, controleur, porte, stationActive } = door;
  const space = isSpace(door);
  return (
    <DetailCard title={space ? "Espace" : "Casier"}>
      <Group gap="4 12" fw={650} className={classes.name}>
        <LockerLink station={station} locker={door} />
        <StatusChip color={STATES[etat]} label={etat} />
      </Group>
      <Text c="dimmed">
        <StationLink station={station} />
        {` · ${[type.nom, complement].filter(Boolean).join(" · ")}`}
      </Text>
      {space && (
        <Text c="dimmed">
          {door.nombreOccupees} places occupées sur {door.nbMaxSpaces}
        </Text>
      )}
      <OutageNote outage={door.horsService} />
      <OutageNote outage={door.stationHorsService} />
      <Group gap={6} mt="xs" className={classes.chips}>
        {!stationActive && <StatusChip color="red" label="Station inactive" />}
        {controleur?.muetteDepuis && (
          <StatusChip
            color="red"
            label={`Station muette depuis ${momentOf(controleur.muetteDepuis)}`}
          />
        )}
        <DoorChip door={porte ?? undefined} />
      </Group>
    </DetailCard>
  );
}
