import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import { BoxesField } from "@/entities/stay/filters/BoxesField";
import { STATES } from "@/entities/waiting/states";
import { STATE_WORDS } from "@/entities/waiting/words";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { TariffAndStationFields } from "../TariffAndStationFields";
import type { Choices } from "../useChoices";
import { filterSchema, NO_VALUES, searchOf, valuesOf } from "./filters";
import type { WaitSearch } from "./search";

type WaitFiltersProps = {
  search: WaitSearch;
  choices: Choices;
  onApply: (filters: WaitSearch) => void;
};

export function WaitFilters({ search, choices, onApply }: WaitFiltersProps) {
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });
  const { control } = form;
  return (
    <FilterDialog
      title="Filtres liste d'attente"
      form={form}
      values={valuesOf(search)}
      noValues={NO_VALUES}
      onApply={(values) => onApply(searchOf(values))}
    >
      <BoxesField
        control={control}
        name="etat"
        label="État"
        options={STATES.map((one) => [one, STATE_WORDS[one]])}
      />
      <TariffAndStationFields control={control} choices={choices} />
    </FilterDialog>
  );
}
