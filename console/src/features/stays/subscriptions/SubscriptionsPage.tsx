import { Text } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { formatEuros, formatTotal } from "@/format";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { ForOperator } from "@/kit/routing/ForOperator";
import type { ChosenOperator } from "@/session/operator";
import classes from "../stays.module.css";
import { useChoices } from "../useChoices";
import type { ListedSubscription } from "./api";
import { columns, listedLabel } from "./columns";
import { chipsOf, NO_VALUES, searchOf } from "./filters";
import { subscriptionListQuery, subscriptionsFile } from "./listQuery";
import { SubscriptionCards } from "./SubscriptionCards";
import { SubscriptionFilters } from "./SubscriptionFilters";
import { subscriptionSearch } from "./search";

// Loaded with this page: a part of its own would move what they share into what every page loads.
export { SubscriptionPanel } from "./SubscriptionPanel";

const TITLE = "Abonnements";
const HINT = "Ses abonnements apparaîtront ici dès qu'un exploitant vous sera ouvert.";

const WORDS = {
  pages: "Pages de la liste des abonnements",
  empty: {
    title: "Aucun abonnement n'est présent.",
    hint: "Un abonnement apparaîtra ici dès sa souscription.",
  },
  noMatch: {
    title: "Aucun abonnement ne correspond à votre recherche.",
    hint: "Cherchez plus largement.",
    widen: "Effacer la recherche et les filtres",
  },
};

/** The server accepts no longer search text. */
const MAX_TEXT = 255;

/** The subscriptions of the chosen operator. */
export function SubscriptionsPage() {
  return (
    <ForOperator title={TITLE} hint={HINT}>
      {(operator) => <SubscriptionList operator={operator} />}
    </ForOperator>
  );
}

function SubscriptionList({ operator: { id, nom } }: { operator: ChosenOperator }) {
  const list = useListSearch(subscriptionSearch);
  const { search, narrow } = list;
  const query = useQuery(subscriptionListQuery(id, search));
  const choices = useChoices(id);
  return (
    <ListPage
      title={TITLE}
      subtitle={nom}
      icon={<IconRepeat />}
      words={WORDS}
      list={list}
      query={query}
      columns={columns}
      details={{
        rowLabel: listedLabel,
        renderDetails: (subscription: ListedSubscription) => (
          <SubscriptionCards subscription={subscription} operatorId={id} />
        ),
      }}
      searchBox={{ label: "Chercher par nom ou par email", maxLength: MAX_TEXT }}
      filters={
        <>
          <Text c="dimmed" className={classes.total}>
            Total d'abonnements <strong>{query.data ? formatTotal(query.data) : "–"}</strong>
          </Text>
          <Text c="dimmed" mr="auto" className={classes.total}>
            Revenu mensuel récurrent{" "}
            <strong>{query.data ? formatEuros(query.data.revenuMensuel) : "–"}</strong>
          </Text>
          <SubscriptionFilters search={search} choices={choices} onApply={narrow} />
        </>
      }
      chips={chipsOf(search, choices)}
      noFilter={searchOf(NO_VALUES)}
      download={useExport(subscriptionsFile(id, search))}
    />
  );
}
