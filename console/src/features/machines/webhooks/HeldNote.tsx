import { Box, Button, Group, Paper, Text } from "@mantine/core";
import { formatLong } from "@/format";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { useSaveWebhook, type Webhook } from "./api";
import { valuesOfWebhook } from "./schema";
import { isHeld, SUSPENSIONS } from "./states";
import classes from "./webhooks.module.css";

/** Why nothing is sent, and what resumes it. */
export function HeldNote({ webhook }: { webhook: Webhook }) {
  const { mutateAsync: save } = useSaveWebhook(webhook.id);
  const { suspension, libelle, enAttente } = webhook;
  const action = suspension ? "Réactiver" : "Activer";
  const resume = useConfirmedWrite({
    question: {
      title: action,
      question: `Voulez-vous ${action.toLowerCase()} la notification «\u00a0${libelle}\u00a0»\u00a0?`,
      consequences:
        enAttente > 0
          ? ["Ce qui attend est envoyé aussitôt, du plus ancien au plus récent."]
          : undefined,
      action,
    },
    write: () => save({ ...valuesOfWebhook(webhook), actif: true }),
    done: `La notification «\u00a0${libelle}\u00a0» est active.`,
  });
  return (
    <div role="status">
      {isHeld(webhook) && (
        <Paper
          withBorder
          p="md"
          mb="lg"
          className={classes.note}
          data-suspended={suspension !== null || undefined}
        >
          <Group justify="space-between">
            <Box flex="1 1 24rem">
              <Text fw={600}>{suspension ? SUSPENSIONS[suspension.motif] : "Inactive"}</Text>
              <Text maw="80ch">
                {suspension
                  ? `Rien n'est envoyé depuis le ${formatLong(suspension.depuis)}. Les événements sont gardés 30\u00a0jours, puis envoyés dès la réactivation.`
                  : "Rien n'est envoyé, et ce qui se passe n'est pas gardé pour plus tard."}
              </Text>
            </Box>
            <Button onClick={resume}>{action}</Button>
          </Group>
        </Paper>
      )}
    </div>
  );
}
