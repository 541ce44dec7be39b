import { IconTools } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Intervention } from "@/entities/intervention/api";
import { stationsQuery } from "@/entities/station/api";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { ForOperator } from "@/kit/routing/ForOperator";
import type { ChosenOperator } from "@/session/operator";
import { columns } from "./columns";
import { chipsOf, NO_VALUES, searchOf } from "./filters";
import { InterventionDetails, rowLabel } from "./InterventionDetails";
import { InterventionFilters } from "./InterventionFilters";
import { interventionListQuery } from "./listQuery";
import { interventionSearch } from "./search";

const TITLE = "Interventions";

const WORDS = {
  pages: "Pages des interventions",
  empty: {
    title: "Aucune intervention.",
    hint: "Une panne signalée devant un casier, pendant un appel ou par un contrôleur apparaîtra ici.",
  },
  noMatch: {
    title: "Aucune intervention ne correspond à vos filtres.",
    hint: "Cherchez plus largement.",
    widen: "Effacer les filtres",
  },
};

/** What has to be seen to at the stations of the chosen operator. */
export function InterventionsPage() {
  return (
    <ForOperator
      title={TITLE}
      hint="Ses interventions apparaîtront ici dès qu'un exploitant vous sera ouvert."
    >
      {(operator) => <InterventionList operator={operator} />}
    </ForOperator>
  );
}

function InterventionList({ operator: { id, nom } }: { operator: ChosenOperator }) {
  const list = useListSearch(interventionSearch);
  const { data: stations = [] } = useQuery(stationsQuery(id));
  const renderDetails = useCallback(
    (intervention: Intervention) => <InterventionDetails intervention={intervention} />,
    [],
  );
  return (
    <ListPage
      title={TITLE}
      subtitle={nom}
      icon={<IconTools />}
      words={WORDS}
      list={list}
      query={useQuery(interventionListQuery(id, list.search))}
      columns={columns}
      details={{ rowLabel, renderDetails }}
      filters={
        <InterventionFilters search={list.search} stations={stations} onApply={list.narrow} />
      }
      chips={chipsOf(list.search, stations)}
      noFilter={searchOf(NO_VALUES)}
    />
  );
}
