import { eventLabel } from "@/entities/webhook/events";
import { formatShort } from "@/format";
import { RecordForm } from "@/kit/records/RecordForm";
import { EditableBlock } from "@/ui/layout/EditableBlock";
import { Facts } from "@/ui/layout/Facts";
import { PlainList } from "@/ui/layout/PlainList";
import { useSaveWebhook, type Webhook } from "./api";
import { valuesOfWebhook, webhookSchema } from "./schema";
import { WebhookFields } from "./WebhookFields";
import classes from "./webhooks.module.css";

/** Where the events go and which, to read or to change. */
export function SettingsBlock({ webhook }: { webhook: Webhook }) {
  return (
    <EditableBlock
      title="Réglages"
      renderForm={(end) => <SettingsForm webhook={webhook} onEnd={end} />}
    >
      <Facts
        items={[
          { label: "Adresse", value: webhook.adresse, wide: true },
          {
            label: "Événements envoyés",
            value: (
              <PlainList gap={6} className={classes.chosen}>
                {webhook.evenements.map((event) => (
                  <li key={event}>{eventLabel(event)}</li>
                ))}
              </PlainList>
            ),
            wide: true,
          },
          { label: "Ajoutée", value: formatShort(webhook.creation), wide: true },
        ]}
      />
    </EditableBlock>
  );
}

function SettingsForm({ webhook, onEnd }: { webhook: Webhook; onEnd: () => void }) {
  const { mutateAsync: save } = useSaveWebhook(webhook.id);
  return (
    <RecordForm
      schema={webhookSchema}
      values={valuesOfWebhook(webhook)}
      question={({ actif }) => ({
        kind: "edit",
        article: "la notification",
        item: webhook.libelle,
        consequences:
          webhook.suspension && actif
            ? ["Elle n'est plus suspendue\u00a0: ce qui attend est envoyé aussitôt."]
            : undefined,
      })}
      write={(values) => save(values)}
      done={({ libelle }) => `La notification «\u00a0${libelle}\u00a0» est enregistrée.`}
      after={onEnd}
      onCancel={onEnd}
    >
      {({ control }) => <WebhookFields control={control} existing />}
    </RecordForm>
  );
}
