import { Button, Text } from "@mantine/core";
import { IconHourglassHigh, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Wait } from "@/entities/waiting/api";
import { formatTotal } from "@/format";
import { useExport } from "@/kit/export/useExport";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { ForOperator } from "@/kit/routing/ForOperator";
import type { ChosenOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import classes from "../stays.module.css";
import { useChoices } from "../useChoices";
import { AddWaitModal } from "./AddWaitModal";
import { demandFile } from "./api";
import { columns } from "./columns";
import { chipsOf, NO_VALUES, searchOf } from "./filters";
import { waitListQuery } from "./listQuery";
import { waitSearch } from "./search";
import { rowLabel, WaitDetails } from "./WaitDetails";
import { WaitFilters } from "./WaitFilters";

const TITLE = "Liste d'attente";

const WORDS = {
  pages: "Pages de la liste d'attente",
  empty: {
    title: "Personne n'attend.",
    hint: "Qui attend un abonnement complet apparaîtra ici dès son inscription.",
  },
  noMatch: {
    title: "Aucune attente ne correspond à votre recherche.",
    hint: "Cherchez plus largement.",
    widen: "Effacer la recherche et les filtres",
  },
};

/** Who waits for a subscription of the chosen operator. */
export function WaitsPage() {
  return (
    <ForOperator
      title={TITLE}
      hint="Sa liste d'attente apparaîtra ici dès qu'un exploitant vous sera ouvert."
    >
      {(operator) => <WaitList operator={operator} />}
    </ForOperator>
  );
}

function WaitList({ operator: { id, nom } }: { operator: ChosenOperator }) {
  const list = useListSearch(waitSearch);
  const { search, narrow } = list;
  const query = useQuery(waitListQuery(id, search));
  const choices = useChoices(id);
  const mayAdd = useCan("DROIT_EVENEMENTS_ECRITURE") && choices.mayRead;
  const [adding, setAdding] = useState(false);
  const renderDetails = useCallback(
    (wait: Wait) => <WaitDetails wait={wait} operatorId={id} />,
    [id],
  );
  return (
    <>
      <ListPage
        title={TITLE}
        subtitle={nom}
        icon={<IconHourglassHigh />}
        words={WORDS}
        list={list}
        query={query}
        columns={columns}
        details={{ rowLabel, renderDetails }}
        searchBox={{ label: "Chercher par nom ou par email", maxLength: 255 }}
        filters={
          <>
            <Text c="dimmed" mr="auto" className={classes.total}>
              En attente <strong>{query.data ? formatTotal(query.data) : "–"}</strong>
            </Text>
            {mayAdd && (
              <Button
                variant="light"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setAdding(true)}
              >
                Inscrire un usager
              </Button>
            )}
            <WaitFilters search={search} choices={choices} onApply={narrow} />
          </>
        }
        chips={chipsOf(search, choices)}
        noFilter={searchOf(NO_VALUES)}
        download={useExport(demandFile(id))}
        downloadLabel="Exporter la demande"
      />
      {adding && (
        <AddWaitModal operatorId={id} choices={choices} onClose={() => setAdding(false)} />
      )}
    </>
  );
}
