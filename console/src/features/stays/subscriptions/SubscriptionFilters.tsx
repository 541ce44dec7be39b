import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import { BoxesField } from "@/entities/stay/filters/BoxesField";
import { STATES } from "@/entities/subscription/states";
import { STATE_WORDS } from "@/entities/subscription/words";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { DateField } from "@/ui/form/DateField";
import { SelectField } from "@/ui/form/moreFields";
import { TariffAndStationFields } from "../TariffAndStationFields";
import type { Choices } from "../useChoices";
import { filterSchema, NO_VALUES, searchOf, valuesOf } from "./filters";
import type { SubscriptionSearch } from "./search";

type SubscriptionFiltersProps = {
  search: SubscriptionSearch;
  choices: Choices;
  onApply: (filters: SubscriptionSearch) => void;
};

export function SubscriptionFilters({ search, choices, onApply }: SubscriptionFiltersProps) {
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });
  const { control } = form;
  return (
    <FilterDialog
      title="Filtres liste des abonnements"
      form={form}
      values={valuesOf(search)}
      noValues={NO_VALUES}
      onApply={(values) => onApply(searchOf(values))}
    >
      <BoxesField
        control={control}
        name="etat"
        label="État"
        options={STATES.map((state) => [state, STATE_WORDS[state]])}
      />
      <TariffAndStationFields control={control} choices={choices} />
      <SelectField
        control={control}
        name="reconduction"
        label="Reconduction"
        data={[
          { value: "", label: "Tous" },
          { value: "oui", label: "Reconduits" },
          { value: "non", label: "Sans autre échéance" },
        ]}
      />
      <DateField control={control} name="debutDu" label="Commencé à partir du" />
      <DateField control={control} name="debutAu" label="Commencé jusqu'au" />
      <DateField control={control} name="echeanceDu" label="Prochaine échéance à partir du" />
      <DateField control={control} name="echeanceAu" label="Prochaine échéance jusqu'au" />
    </FilterDialog>
  );
}
