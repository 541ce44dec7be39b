import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconDeviceMobile, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { useSwitchLocker } from "@/entities/locker/api";
import { OUTAGE_CAUSES, wireOutage } from "@/entities/locker/outage";
import { formatShort } from "@/format";
import { refusalSentence } from "@/kit/records/conflict/refusalSentence";
import { useOwnId } from "@/session/account";
import { notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { PlainList } from "@/ui/layout/PlainList";
import { type Draft, forgetDraft, useDrafts } from "./store";

const TITLE = "Enregistré sur ce téléphone";

/** What this account typed without network, of one locker or of all; it is sent when the person says so. */
export function Drafts({ lockerId }: { lockerId?: number }) {
  const drafts = useDrafts(useOwnId()).filter(
    (draft) => lockerId === undefined || draft.lockerId === lockerId,
  );
  if (drafts.length === 0) return null;
  return (
    <Stack component="section" gap="sm" maw="44rem" mb="xl" aria-label={TITLE}>
      <Group gap="xs" wrap="nowrap">
        <IconDeviceMobile size={22} stroke={1.75} aria-hidden />
        <Title order={2} size="h3">
          {TITLE}
        </Title>
      </Group>
      <Text c="dimmed">Rien ne part de soi-même&nbsp;: envoyez quand le réseau est revenu.</Text>
      <PlainList gap="sm">
        {drafts.map((draft) => (
          <li key={draft.id}>
            <Waiting draft={draft} />
          </li>
        ))}
      </PlainList>
    </Stack>
  );
}

function Waiting({ draft }: { draft: Draft }) {
  const { mutateAsync: switchLocker, isPending } = useSwitchLocker();
  const [failure, setFailure] = useState<string>();
  const { id, lockerId, version, place, told, at } = draft;
  const send = async () => {
    setFailure(undefined);
    try {
      await switchLocker({ id: lockerId, version, body: wireOutage(told), key: id });
    } catch (error) {
      setFailure(await refusalSentence(error));
      return;
    }
    await forgetDraft(id);
    notifySuccess(`${place}\u00a0: la mise hors service est envoyée.`);
  };
  return (
    <Paper withBorder p="md">
      <Text fw={700}>{place}</Text>
      <Text>
        Mise hors service, {OUTAGE_CAUSES[told.cause].toLowerCase()}
        {told.retourPrevu && `, retour prévu le ${told.retourPrevu}`}
      </Text>
      {told.motif && <Text>{told.motif}</Text>}
      <Text c="dimmed" mb="sm">
        Saisi le {formatShort(new Date(at).toISOString())}, pas encore envoyé
      </Text>
      <FormError message={failure} />
      <Group gap="xs">
        <BusyButton
          size="md"
          mih={44}
          busy={isPending}
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
          aria-label={`Envoyer\u00a0: ${place}`}
          onClick={send}
        >
          Envoyer
        </BusyButton>
        <Button
          size="md"
          mih={44}
          variant="default"
          aria-label={`Supprimer\u00a0: ${place}`}
          onClick={() => void forgetDraft(id)}
        >
          Supprimer
        </Button>
      </Group>
    </Paper>
  );
}
