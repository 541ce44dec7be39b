import { valibotResolver } from "@hookform/resolvers/valibot";
import { Anchor, Text } from "@mantine/core";
import { IconBikeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback } from "react";
import { useForm } from "react-hook-form";
import type { LeftBike } from "@/entities/leftbike/api";
import { STEPS } from "@/entities/leftbike/steps";
import { STEP_WORDS } from "@/entities/leftbike/words";
import { BoxesField } from "@/entities/stay/filters/BoxesField";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { ListPage } from "@/kit/lists/ListPage";
import { useListSearch } from "@/kit/lists/useListSearch";
import { ForOperator } from "@/kit/routing/ForOperator";
import type { ChosenOperator } from "@/session/operator";
import { useCan } from "@/session/rights";
import { columns } from "./columns";
import { chipsOf, filterSchema, NO_VALUES, searchOf, valuesOf } from "./filters";
import { LeftBikeDetails, rowLabel } from "./LeftBikeDetails";
import { leftBikeListQuery } from "./listQuery";
import { type LeftBikeSearch, leftBikeSearch } from "./search";

const TITLE = "Vélos laissés";

const WORDS = {
  pages: "Pages des vélos laissés",
  empty: {
    title: "Aucun vélo laissé.",
    hint: "Un vélo apparaîtra ici dès que son dossier sera ouvert.",
  },
  noMatch: {
    title: "Aucun dossier ne correspond à votre recherche.",
    hint: "Cherchez plus largement.",
    widen: "Effacer les filtres",
  },
};

/** The files about bicycles that were left at the chosen operator. */
export function LeftBikesPage() {
  return (
    <ForOperator
      title={TITLE}
      hint="Ses vélos laissés apparaîtront ici dès qu'un exploitant vous sera ouvert."
    >
      {(operator) => <LeftBikes operator={operator} />}
    </ForOperator>
  );
}

function LeftBikes({ operator: { id, nom } }: { operator: ChosenOperator }) {
  const list = useListSearch(leftBikeSearch);
  const { search, narrow } = list;
  const renderDetails = useCallback(
    (file: LeftBike) => <LeftBikeDetails id={file.id} operatorId={id} />,
    [id],
  );
  return (
    <ListPage
      title={TITLE}
      subtitle={nom}
      icon={<IconBikeOff />}
      words={WORDS}
      views={<WhereFilesAreOpened />}
      list={list}
      query={useQuery(leftBikeListQuery(id, search))}
      columns={columns}
      details={{ rowLabel, renderDetails }}
      filters={<Filters search={search} onApply={narrow} />}
      chips={chipsOf(search)}
      noFilter={searchOf(NO_VALUES)}
    />
  );
}

function WhereFilesAreOpened() {
  const maintains = useCan("DROIT_MODE_MAINTENANCE_MOBILE_ECRITURE");
  return (
    <Text c="dimmed" mb="sm">
      Un dossier s'ouvre depuis une utilisation qui a dépassé son délai d'enlèvement ou, dans un
      parc collectif, depuis la fiche d'un espace en{" "}
      {maintains ? (
        <Anchor
          underline="always"
          renderRoot={(props) => <Link {...props} to="/mode-maintenance" />}
        >
          Mode maintenance
        </Anchor>
      ) : (
        "Mode maintenance"
      )}
      .
    </Text>
  );
}

type FiltersProps = { search: LeftBikeSearch; onApply: (search: LeftBikeSearch) => void };

function Filters({ search, onApply }: FiltersProps) {
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });
  return (
    <FilterDialog
      title="Filtres vélos laissés"
      form={form}
      values={valuesOf(search)}
      noValues={NO_VALUES}
      onApply={(values) => onApply(searchOf(values))}
    >
      <BoxesField
        control={form.control}
        name="etape"
        label="Étape"
        options={STEPS.map((one) => [one, STEP_WORDS[one]])}
      />
    </FilterDialog>
  );
}
