import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { AuditLink } from "@/entities/audit/AuditLink";
import { CallLink } from "@/entities/hotline/CallLink";
import type { Locker } from "@/entities/locker/api";
import { DoorChip } from "@/entities/locker/DoorChip";
import { Can } from "@/session/Can";
import { DetailCards } from "@/ui/layout/DetailCard";
import { LockerConditions } from "./LockerConditions";
import { StayCards } from "./StayCards";

/** The details of an open row: the current stay, the tariffs of the next one, and the opening button. */
export function LockerDetails({ locker, opening }: { locker: Locker; opening: ReactNode }) {
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
          Attribué à {locker.attribution.utilisateur.prenom} {locker.attribution.utilisateur.nom}
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
