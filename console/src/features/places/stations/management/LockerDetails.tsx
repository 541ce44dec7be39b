import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { personName } from "@/entities/account/names";
import { AuditLink } from "@/entities/audit/AuditLink";
import { CallLink } from "@/entities/hotline/CallLink";
import type { Locker } from "@/entities/locker/api";
import { DoorChip } from "@/entities/locker/DoorChip";
import { PersonLink } from "@/kit/routing/NamedLinks";
import { Can } from "@/session/Can";
import { DetailCards } from "@/ui/layout/DetailCard";
import { LockerConditions } from "./LockerConditions";
import { StayCards } from "./StayCards";

type LockerDetailsProps = { locker: Locker; operatorId: number; opening: ReactNode };

/** The details of an open row: the current stay, the tariffs of the next one, and the opening button. */
export function LockerDetails({ locker, operatorId, opening }: LockerDetailsProps) {
  const stay = locker.utilisations[0];
  return (
    <Stack align="flex-start">
      <DoorChip door={locker.porte} />
      {locker.horsService?.motif && (
        <Text>
          Hors service{"\u00a0"}: {locker.horsService.motif}
        </Text>
      )}
      {locker.attribution && (
        <Text>
          Attribué à{" "}
          <PersonLink
            person={locker.attribution.utilisateur}
            name={personName(locker.attribution.utilisateur)}
            scope={operatorId}
          />
        </Text>
      )}
      {!stay && <Text c="dimmed">Aucune utilisation en cours dans ce casier.</Text>}
      <DetailCards>
        {stay && <StayCards stay={stay} />}
        <Can right="DROIT_TARIFS_LECTURE">
          <LockerConditions locker={locker} />
        </Can>
      </DetailCards>
      <Group gap="xs">
        {opening}
        <CallLink casier={locker.id} about={locker.nom} size="xs" />
        <AuditLink about={`casier:${locker.id}`} name={locker.nom} />
      </Group>
    </Stack>
  );
}
