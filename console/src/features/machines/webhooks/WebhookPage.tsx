import { Button, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { AuditLink } from "@/entities/audit/AuditLink";
import { formatCount } from "@/format";
import { RecordPage, useRecordId } from "@/kit/records/RecordPage";
import { useDelete } from "@/kit/records/useConfirmedWrite";
import { usePathPart } from "@/kit/routing/pageSearch";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { useDeleteWebhook, type Webhook, webhookQuery } from "./api";
import { DeliveriesBlock } from "./DeliveriesBlock";
import { HeldNote } from "./HeldNote";
import { SecretBlock } from "./SecretBlock";
import { SettingsBlock } from "./SettingsBlock";
import { isHeld, stateOf } from "./states";
import { TryButton } from "./TryButton";

/** One outgoing notification: its settings, its secret and what was sent. */
export function WebhookPage() {
  const operatorId = useRecordId();
  const id = Number(usePathPart("idNotification"));
  return (
    <RecordPage
      key={id}
      title="Notification sortante"
      query={useQuery(webhookQuery(id))}
      missing="Cette notification n'existe pas ou n'existe plus."
      subtitle={({ libelle }) => libelle}
      state={(webhook) => <States webhook={webhook} />}
      backOf={() => ({
        to: `/gestion-exploitants/${operatorId}/details`,
        label: "Retour à la configuration de l'exploitant",
      })}
      action={(webhook) => (
        <>
          <DeleteWebhook webhook={webhook} operatorId={operatorId} />
          {!isHeld(webhook) && <TryButton id={webhook.id} />}
        </>
      )}
    >
      {(webhook) => (
        <>
          <HeldNote webhook={webhook} />
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing={0}>
            <SettingsBlock webhook={webhook} />
            <SecretBlock webhook={webhook} />
          </SimpleGrid>
          <DeliveriesBlock webhook={webhook} />
          <AuditLink about={`notification:${webhook.id}`} all name={webhook.libelle} />
        </>
      )}
    </RecordPage>
  );
}

function States({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <StatusChip {...stateOf(webhook)} />
      {webhook.enEchec > 0 && (
        <StatusChip color="orange" label={`${formatCount(webhook.enEchec)} en échec`} />
      )}
    </>
  );
}

type DeleteWebhookProps = { webhook: Webhook; operatorId: number };

function DeleteWebhook({ webhook: { id, libelle }, operatorId }: DeleteWebhookProps) {
  const navigate = useNavigate();
  const { mutateAsync: deleteWebhook } = useDeleteWebhook(id);
  const remove = useDelete({
    article: "la notification",
    item: libelle,
    consequences: [
      "Plus rien n'est envoyé à cette adresse.",
      "Le journal de ses livraisons est supprimé avec elle.",
    ],
    write: () => deleteWebhook(),
    done: `La notification «\u00a0${libelle}\u00a0» est supprimée.`,
    after: () =>
      navigate({
        to: "/gestion-exploitants/$id/details",
        params: { id: String(operatorId) },
        ignoreBlocker: true,
      }),
  });
  return (
    <Button variant="light" color="red" onClick={remove}>
      Supprimer
    </Button>
  );
}
