import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import { CAUSES, STATES } from "@/entities/intervention/states";
import { STATE_WORDS } from "@/entities/intervention/words";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { BoxesField } from "@/entities/stay/filters/BoxesField";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { SelectField } from "@/ui/form/moreFields";
import { filterSchema, NO_VALUES, searchOf, valuesOf } from "./filters";
import type { InterventionSearch } from "./search";

type InterventionFiltersProps = {
  search: InterventionSearch;
  stations: readonly { id: number; nom: string }[];
  onApply: (filters: InterventionSearch) => void;
};

export function InterventionFilters({ search, stations, onApply }: InterventionFiltersProps) {
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });
  const { control } = form;
  return (
    <FilterDialog
      title="Filtres interventions"
      form={form}
      values={valuesOf(search)}
      noValues={NO_VALUES}
      onApply={(values) => onApply(searchOf(values))}
    >
      <CheckboxField control={control} name="miennes" label="Celles dont je m'occupe" />
      <BoxesField
        control={control}
        name="etat"
        label="État"
        options={STATES.map((one) => [one, STATE_WORDS[one]])}
      />
      <SelectField
        control={control}
        name="station"
        label="Station"
        data={[
          { value: "", label: "Toutes les stations" },
          ...stations.map(({ id, nom }) => ({ value: String(id), label: nom })),
        ]}
      />
      <BoxesField
        control={control}
        name="cause"
        label="Cause"
        options={CAUSES.map((one) => [one, OUTAGE_CAUSES[one]])}
      />
    </FilterDialog>
  );
}
