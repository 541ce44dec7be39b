import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Intervention, interventionsQuery } from "@/entities/intervention/api";
import { ReportForm } from "@/entities/intervention/report/ReportForm";
import { OPEN_STATES } from "@/entities/intervention/states";
import { causeWord, chargeOf, interventionState, numberOf } from "@/entities/intervention/words";
import type { Locker } from "@/entities/locker/api";
import { formatDate, formatShort } from "@/format";
import { PageLink } from "@/kit/routing/PageLink";
import { useOperator } from "@/session/operator";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { PlainList } from "@/ui/layout/PlainList";
import { Acts } from "../interventions/Acts";
import { interventionQuery } from "../interventions/api";
import { InterventionPhotos } from "../interventions/InterventionPhotos";
import { useKeep } from "./drafts/useKeep";

/** The open interventions of a locker, and the form that reports a breakdown. */
export function Repairs({ locker }: { locker: Locker }) {
  const operator = useOperator();
  return operator && <OfOperator operatorId={operator.id} locker={locker} />;
}

function OfOperator({ operatorId, locker }: { operatorId: number; locker: Locker }) {
  const keep = useKeep(locker);
  const [reporting, setReporting] = useState(false);
  const { data } = useQuery(
    interventionsQuery(operatorId, {
      casier: locker.id,
      etat: [...OPEN_STATES],
      page: 1,
      itemsPerPage: 20,
    }),
  );
  return (
    <>
      {data?.items.map((intervention) => (
        <Repair key={intervention.id} intervention={intervention} />
      ))}
      <Paper component="section" withBorder p="md" aria-label="Panne">
        {reporting ? (
          <ReportForm
            operatorId={operatorId}
            lockerId={locker.id}
            active={locker.actif}
            onUnanswered={(key, report, opened) => keep(key, { kind: "report", report, opened })}
            onDone={() => setReporting(false)}
            onCancel={() => setReporting(false)}
          />
        ) : (
          <Button
            size="lg"
            fullWidth
            variant="light"
            leftSection={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
            onClick={() => setReporting(true)}
          >
            Signaler une panne
          </Button>
        )}
      </Paper>
    </>
  );
}

function Repair({ intervention }: { intervention: Intervention }) {
  const title = `intervention-${intervention.id}`;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={title}>
      <Group justify="space-between" gap="sm">
        <Title order={3} size="h4" id={title}>
          <PageLink
            to="/interventions"
            search={{ station: intervention.station.id, ligne: intervention.id }}
            name={`Intervention ${numberOf(intervention)}`}
          />
        </Title>
        <StatusChip {...interventionState(intervention)} />
      </Group>
      <Stack gap={0}>
        <Text>
          {causeWord(intervention)}, depuis le {formatDate(intervention.ouverture)}
        </Text>
        {intervention.description && <Text>{intervention.description}</Text>}
        {intervention.responsable && <Text c="dimmed">{chargeOf(intervention)}</Text>}
      </Stack>
      <Comments id={intervention.id} />
      <Acts intervention={intervention} />
      <InterventionPhotos intervention={intervention} />
    </Paper>
  );
}

const SHOWN_COMMENTS = 3;

/** The last comments, the newest first. */
function Comments({ id }: { id: number }) {
  const { data } = useQuery(interventionQuery(id));
  const comments = data?.lignes.filter(({ genre }) => genre === "commentaire") ?? [];
  if (comments.length === 0) return null;
  return (
    <PlainList gap="xs" mt="sm" aria-label="Derniers commentaires">
      {comments
        .slice(-SHOWN_COMMENTS)
        .reverse()
        .map((line) => (
          <li key={line.instant}>
            <Text>{line.texte}</Text>
            <Text size="sm" c="dimmed">
              {formatShort(line.instant)}, {line.auteur ?? "Consigne"}
            </Text>
          </li>
        ))}
    </PlainList>
  );
}
