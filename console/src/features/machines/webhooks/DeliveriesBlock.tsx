import { Group, NativeSelect, Paper } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { EVENT_CHOICES, eventLabel } from "@/entities/webhook/events";
import { formatShort, formatWithSeconds } from "@/format";
import { List } from "@/kit/lists/List";
import { PAGE_SIZE } from "@/kit/lists/pageSize";
import { useListSearch } from "@/kit/lists/useListSearch";
import { useOpenRow } from "@/kit/lists/useOpenRow";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { NoMatch } from "@/ui/feedback/NoMatch";
import { Block } from "@/ui/layout/Block";
import { Sums } from "@/ui/layout/Sums";
import { type Delivery, deliveriesQuery, type Webhook } from "./api";
import { columnsOf } from "./columns";
import { DeliveryDetails } from "./DeliveryDetails";
import { deliverySearch, NO_FILTER } from "./search";
import { DELIVERY_STATES, isHeld, waiting } from "./states";

const TITLE = "Journal des livraisons";

const STATE_CHOICES = Object.entries(DELIVERY_STATES).map(([value, { label }]) => ({
  value,
  label,
}));

const rowLabel = ({ evenement, creation }: Delivery) =>
  `la livraison «\u00a0${eventLabel(evenement)}\u00a0», ${formatWithSeconds(creation)}`;

/** What was sent in the last 30 days and what is to be sent, newest first. */
export function DeliveriesBlock({ webhook }: { webhook: Webhook }) {
  const { id, derniereLivraison } = webhook;
  const list = useListSearch(deliverySearch, { besideForms: true });
  const { ligne: _, page = 1, ...filters } = list.search;
  const { etat, evenement } = filters;
  const deliveries = useQuery(deliveriesQuery(id, { ...filters, page, itemsPerPage: PAGE_SIZE }));
  const openRow = useOpenRow(list, deliveries, deliveries.data?.items ?? []);
  const held = isHeld(webhook);
  const columns = useMemo(() => columnsOf(held), [held]);
  return (
    <Block title={TITLE} bare>
      <Paper withBorder p="md" mb="md">
        <Sums>
          <div>
            <dt>En attente</dt>
            <dd>{waiting(webhook)}</dd>
          </div>
          <div>
            <dt>Dernière livraison réussie</dt>
            <dd>{derniereLivraison ? formatShort(derniereLivraison) : "Jamais"}</dd>
          </div>
        </Sums>
      </Paper>
      <Group component="search" gap="sm" maw="33rem" mb="md">
        <NativeSelect
          label="État"
          flex="1 1 12rem"
          data={[{ value: "", label: "Tous les états" }, ...STATE_CHOICES]}
          value={etat ?? ""}
          onChange={({ currentTarget }) => list.narrow(read("etat", currentTarget.value))}
        />
        <NativeSelect
          label="Événement"
          flex="1 1 12rem"
          data={[{ value: "", label: "Tous les événements" }, ...EVENT_CHOICES]}
          value={evenement ?? ""}
          onChange={({ currentTarget }) => list.narrow(read("evenement", currentTarget.value))}
        />
      </Group>
      <List
        query={deliveries}
        table={{
          caption: TITLE,
          columns,
          rowLabel,
          renderDetails: (delivery: Delivery) => (
            <DeliveryDetails webhookId={id} id={delivery.id} isHeld={held} />
          ),
          ...openRow,
        }}
        icon={<IconSend />}
        skeleton={5}
        paging={{ page, onPage: list.goToPage, label: "Pages du journal des livraisons" }}
        empty={
          etat || evenement ? (
            <NoMatch
              title="Aucune livraison ne correspond à vos filtres."
              widen="Effacer les filtres"
              onWiden={() => list.narrow(NO_FILTER)}
            />
          ) : (
            <EmptyState
              icon={<IconSend />}
              title="Rien n'a encore été envoyé."
              hint={
                "Chaque envoi reste ici 30\u00a0jours, avec ce que l'adresse a répondu. Un essai montre qu'elle reçoit et qu'elle vérifie la signature."
              }
            />
          )
        }
      />
    </Block>
  );
}

const read = (filter: keyof typeof NO_FILTER, value: string) => ({
  [filter]: value === "" ? undefined : value,
});
