import { Code, Group, Stack, Text } from "@mantine/core";
import { formatElapsed, formatWithSeconds } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import type { DeliveryDetails } from "./api";
import classes from "./webhooks.module.css";

type Attempt = DeliveryDetails["detailTentatives"][number];

/** The attempts of a delivery, oldest first. */
export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <Text c="dimmed">Rien n'a encore été envoyé.</Text>;
  return (
    <Stack component="ol" gap="sm" m={0} p={0} className={classes.attempts}>
      {attempts.map((attempt) => (
        <AttemptItem key={attempt.instant} attempt={attempt} />
      ))}
    </Stack>
  );
}

function AttemptItem({
  attempt: { instant, statut, duree, erreur, reponse },
}: {
  attempt: Attempt;
}) {
  return (
    <Stack component="li" gap={4}>
      <Group gap="xs">
        <StatusChip
          color={erreur === null ? "green" : "red"}
          label={statut === null ? "Aucune réponse" : `Réponse ${statut}`}
        />
        <time dateTime={instant}>{formatWithSeconds(instant)}</time>
        <span>{formatElapsed(duree)}</span>
      </Group>
      {erreur && <Text className={classes.long}>{erreur}</Text>}
      {reponse && (
        <details>
          <summary className={classes.summary}>Début de la réponse</summary>
          <Code block className={classes.body}>
            {reponse}
          </Code>
        </details>
      )}
    </Stack>
  );
}
