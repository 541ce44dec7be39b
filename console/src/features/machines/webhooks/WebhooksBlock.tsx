import { Anchor, Box, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { formatShort } from "@/format";
import { List } from "@/kit/lists/List";
import { AddButton, NewRow } from "@/kit/records/NewRow";
import { RecordForm } from "@/kit/records/RecordForm";
import { useOneRow } from "@/kit/records/useOneRow";
import { UnsavedScope } from "@/ui/dialog/unsaved";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { Column } from "@/ui/table/Table";
import { useCreateWebhook, type Webhook, webhooksQuery } from "./api";
import { SecretShown } from "./SecretShown";
import { newWebhook, webhookSchema } from "./schema";
import { stateOf, waiting } from "./states";
import { WebhookFields } from "./WebhookFields";
import classes from "./webhooks.module.css";

const TITLE = "Notifications sortantes";

const columnsAt = (operatorId: number): Column<Webhook>[] => [
  {
    key: "libelle",
    header: "Libellé",
    render: ({ id, libelle }) => (
      <Anchor
        className={`${classes.link} ${classes.long}`}
        miw="10rem"
        renderRoot={(props) => <Link {...props} {...pageOf(operatorId, id)} />}
      >
        {libelle}
      </Anchor>
    ),
  },
  {
    key: "adresse",
    header: "Adresse",
    render: ({ adresse }) => <span className={classes.long}>{adresse}</span>,
  },
  {
    key: "evenements",
    header: "Événements",
    align: "right",
    render: ({ evenements }) => evenements.length,
  },
  {
    key: "livraison",
    header: "Dernière livraison",
    render: ({ derniereLivraison }) =>
      derniereLivraison ? formatShort(derniereLivraison) : "Jamais",
  },
  { key: "attente", header: "En attente", render: waiting },
  { key: "etat", header: "État", render: (webhook) => <StatusChip {...stateOf(webhook)} /> },
];

const pageOf = (operatorId: number, id: number) =>
  ({
    to: "/gestion-exploitants/$id/notifications-sortantes/$idNotification/details",
    params: { id: String(operatorId), idNotification: String(id) },
  }) as const;

/** The addresses of an operator's own systems, which are told what happens. */
export function WebhooksBlock({ operatorId }: { operatorId: number }) {
  return (
    <UnsavedScope>
      <Webhooks operatorId={operatorId} />
    </UnsavedScope>
  );
}

function Webhooks({ operatorId }: { operatorId: number }) {
  const row = useOneRow();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: number; secret: string } | null>(null);
  const columns = useMemo(() => columnsAt(operatorId), [operatorId]);
  return (
    <Block title={TITLE} bare action={<AddButton row={row}>Ajouter une notification</AddButton>}>
      <Text c="dimmed" maw="72ch" mb="sm">
        Une application mobile ou un autre système de l'exploitant est prévenu de ce qui se passe
        par une requête signée, sans avoir à interroger la plateforme.
      </Text>
      {row.openRow === "new" && (
        <NewRow label="Nouvelle notification">
          <Box maw="64rem">
            <NewWebhookForm
              operatorId={operatorId}
              onCreated={(webhook) => {
                row.close();
                setCreated(webhook);
              }}
              onCancel={row.close}
            />
          </Box>
        </NewRow>
      )}
      <List
        query={useQuery(webhooksQuery(operatorId))}
        table={{ caption: TITLE, columns }}
        icon={<IconWebhook />}
        skeleton={2}
        empty={
          row.openRow !== "new" && (
            <EmptyState
              icon={<IconWebhook />}
              title="Rien n'est envoyé à un autre système."
              hint="Ajoutez une notification pour prévenir une application à chaque utilisation, paiement ou changement d'un casier."
            />
          )
        }
      />
      {created && (
        <SecretShown
          secret={created.secret}
          onClose={() => void navigate({ ...pageOf(operatorId, created.id), ignoreBlocker: true })}
        />
      )}
    </Block>
  );
}

type NewWebhookFormProps = {
  operatorId: number;
  onCreated: (webhook: { id: number; secret: string }) => void;
  onCancel: () => void;
};

function NewWebhookForm({ operatorId, onCreated, onCancel }: NewWebhookFormProps) {
  const { mutateAsync: create } = useCreateWebhook(operatorId);
  return (
    <RecordForm
      schema={webhookSchema}
      values={newWebhook}
      question={({ libelle }) => ({ kind: "add", article: "la notification", item: libelle })}
      write={(values) => create(values)}
      done={({ libelle }) => `La notification «\u00a0${libelle}\u00a0» est ajoutée.`}
      after={onCreated}
      onCancel={onCancel}
    >
      {({ control }) => <WebhookFields control={control} existing={false} />}
    </RecordForm>
  );
}
