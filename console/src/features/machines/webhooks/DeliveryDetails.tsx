import { Box, Button, Code, Group, SimpleGrid, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { eventLabel } from "@/entities/webhook/events";
import { formatWithSeconds } from "@/format";
import { QueryState } from "@/kit/lists/QueryState";
import { useListSearch } from "@/kit/lists/useListSearch";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { PageLink } from "@/kit/routing/PageLink";
import { CopyButton } from "@/ui/form/CopyButton";
import { DetailCard } from "@/ui/layout/DetailCard";
import { Facts } from "@/ui/layout/Facts";
import { AttemptList } from "./AttemptList";
import { type DeliveryDetails as Delivered, deliveryQuery, useSendAgain } from "./api";
import { pagesOf, prettyBody } from "./body";
import { nextOf } from "./columns";
import { deliverySearch, NO_FILTER } from "./search";
import classes from "./webhooks.module.css";

type DeliveryDetailsProps = {
  webhookId: number;
  id: number;
  /** Nothing is sent for now. */
  isHeld: boolean;
};

/** The details of an open row: what was sent, and each attempt. */
export function DeliveryDetails({ webhookId, id, isHeld }: DeliveryDetailsProps) {
  return (
    <QueryState
      query={useQuery(deliveryQuery(webhookId, id))}
      rows={3}
      missing="Cette livraison n'est plus dans le journal."
    >
      {(delivery) => (
        <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="sm">
          <EventCard delivery={delivery} isHeld={isHeld} />
          <DetailCard title="Tentatives">
            <AttemptList attempts={delivery.detailTentatives} />
            {delivery.prochaine && (
              <Text mt="sm" fz={13} fw={550}>
                {`Prochaine tentative\u00a0: ${nextOf(delivery, isHeld).toLowerCase()}`}
              </Text>
            )}
          </DetailCard>
          <DetailCard title="Contenu envoyé">
            <Code block className={classes.body}>
              {prettyBody(delivery.contenu)}
            </Code>
            <Box mt="sm">
              <CopyButton text={delivery.contenu} label="Copier le contenu" done="Contenu copié" />
            </Box>
          </DetailCard>
        </SimpleGrid>
      )}
    </QueryState>
  );
}

type EventCardProps = { delivery: Delivered; isHeld: boolean };

function EventCard({ delivery, isHeld }: EventCardProps) {
  const pages = pagesOf(delivery.contenu);
  return (
    <DetailCard title="Événement">
      <Facts
        items={[
          { label: "Événement", value: eventLabel(delivery.evenement) },
          { label: "Type", value: <code>{delivery.evenement}</code> },
          { label: "Survenu", value: formatWithSeconds(delivery.creation), wide: true },
          {
            label: "Identifiant (webhook-id)",
            value: <code>{delivery.idEvenement}</code>,
            wide: true,
          },
        ]}
      />
      {pages.length > 0 && (
        <Group gap="md" mt="sm">
          {pages.map((page) => (
            <PageLink key={page.name} {...page} />
          ))}
        </Group>
      )}
      {!isHeld && <SendAgain delivery={delivery} />}
    </DetailCard>
  );
}

/** Resends a finished delivery as a new one and opens its row. */
function SendAgain({ delivery: { id, evenement, etat } }: { delivery: Delivered }) {
  const { mutateAsync: sendAgain } = useSendAgain();
  const { narrow } = useListSearch(deliverySearch, { besideForms: true });
  const ask = useConfirmedWrite({
    question: {
      title: "Renvoyer",
      question: `Voulez-vous renvoyer l'événement «\u00a0${eventLabel(evenement)}\u00a0»\u00a0?`,
      consequences: [
        "Il garde son identifiant et son contenu.",
        ...(etat === "livree"
          ? ["L'adresse l'a déjà reçu\u00a0: elle le reconnaît à son identifiant."]
          : []),
      ],
      action: "Renvoyer",
    },
    write: () => sendAgain(id),
    done: "L'événement est renvoyé. Son résultat s'affiche dans le journal.",
    after: (sent) => sent.id !== id && narrow({ ...NO_FILTER, ligne: sent.id }, { replace: true }),
  });
  return (
    <Button
      variant="default"
      mt="sm"
      leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
      onClick={ask}
    >
      Renvoyer
    </Button>
  );
}
