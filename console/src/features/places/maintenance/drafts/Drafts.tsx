import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconDeviceMobile, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { ReportPhotos } from "@/entities/intervention/report/ReportPhotos";
import { useSendReport } from "@/entities/intervention/report/useSendReport";
import { useSwitchLocker } from "@/entities/locker/api";
import { OUTAGE_CAUSES, wireOutage } from "@/entities/locker/outage";
import { formatLong } from "@/format";
import { refusalSentence } from "@/kit/records/conflict/refusalSentence";
import { useOwnId } from "@/session/account";
import { notifySuccess } from "@/ui/feedback/notify";
import { BusyButton } from "@/ui/form/BusyButton";
import { FormError } from "@/ui/form/FormError";
import { PlainList } from "@/ui/layout/PlainList";
import {
  type Draft,
  forgetDraft,
  type KeptOutage,
  type KeptReport,
  keepDraft,
  useDrafts,
} from "./store";

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
  const sendDraft = useSendDraft();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { id, place, at } = draft;
  const name = draft.kind === "outage" ? place : `${place}, panne`;
  const send = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      await sendDraft(draft);
    } catch (error) {
      setFailure(await refusalSentence(error));
      return;
    } finally {
      setBusy(false);
    }
    await forgetDraft(id);
    notifySuccess(
      draft.kind === "outage"
        ? `${place}\u00a0: la mise hors service est envoyée.`
        : `${place}\u00a0: le signalement est envoyé.`,
    );
  };
  return (
    <Paper withBorder p="md">
      <Text fw={700}>{place}</Text>
      {draft.kind === "outage" ? <OutageWords {...draft} /> : <ReportWords {...draft} />}
      <Text c="dimmed" mb="sm">
        Saisi le {formatLong(new Date(at).toISOString())}, pas encore envoyé
      </Text>
      <FormError message={failure} />
      <Group gap="xs">
        <BusyButton
          size="md"
          mih={44}
          busy={busy}
          leftSection={<IconSend size={20} stroke={1.75} aria-hidden />}
          aria-label={`Envoyer\u00a0: ${name}`}
          onClick={send}
        >
          Envoyer
        </BusyButton>
        <Button
          size="md"
          mih={44}
          variant="default"
          aria-label={`Supprimer\u00a0: ${name}`}
          onClick={() => void forgetDraft(id)}
        >
          Supprimer
        </Button>
      </Group>
    </Paper>
  );
}

/** Sends what was kept under the key of its first try. What a report opened is kept until its last photo is sent. */
function useSendDraft() {
  const { mutateAsync: switchLocker } = useSwitchLocker();
  const sendReport = useSendReport();
  return async (draft: Draft): Promise<unknown> => {
    const { id: key, lockerId } = draft;
    if (draft.kind === "outage") {
      const { version, told } = draft;
      return switchLocker({ id: lockerId, version, body: wireOutage(told), key });
    }
    const { report, opened } = draft;
    const onOpened = (one: KeptReport["opened"]) => keepDraft({ ...draft, opened: one });
    return sendReport({ report, key, opened, onOpened });
  };
}

function OutageWords({ told: { cause, retourPrevu, motif } }: KeptOutage) {
  return (
    <>
      <Text>
        Mise hors service, {OUTAGE_CAUSES[cause].toLowerCase()}
        {retourPrevu && `, retour prévu le ${retourPrevu}`}
      </Text>
      {motif && <Text>{motif}</Text>}
    </>
  );
}

function ReportWords({ report: { body, photos }, opened }: KeptReport) {
  return (
    <>
      <Text>
        {opened
          ? `Photos de l'intervention n°\u00a0${opened.numero}`
          : `Panne, ${OUTAGE_CAUSES[body.cause].toLowerCase()}`}
        {!opened && body.horsService && ", mise hors service"}
      </Text>
      {body.description && <Text>{body.description}</Text>}
      <ReportPhotos photos={photos} />
    </>
  );
}
