import { valibotResolver } from "@hookform/resolvers/valibot";
import { MultiSelect } from "@mantine/core";
import { type Control, Controller, useForm } from "react-hook-form";
import { BoxesField } from "@/entities/stay/filters/BoxesField";
import classes from "@/entities/stay/filters/filters.module.css";
import { STATE_WORDS, STATES } from "@/entities/subscription/words";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { DateField } from "@/ui/form/DateField";
import { SelectField } from "@/ui/form/moreFields";
import { type FilterValues, filterSchema, NO_VALUES, searchOf, valuesOf } from "./filters";
import type { SubscriptionSearch } from "./search";
import type { Choices } from "./useChoices";

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
      {choices.mayRead && (
        <PickField
          control={control}
          name="tarifs"
          label="Tarifs"
          options={choices.tariffs}
          all="Tous"
          none="Aucun tarif"
        />
      )}
      <PickField
        control={control}
        name="stations"
        label="Stations"
        options={choices.stations}
        all="Toutes"
        none="Aucune station"
      />
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

type PickFieldProps = {
  control: Control<FilterValues>;
  name: "tarifs" | "stations";
  label: string;
  options: readonly { id: number; nom: string }[];
  /** What is said where nothing is chosen. */
  all: string;
  /** What is said where nothing matches. */
  none: string;
};

function PickField({ control, name, label, options, all, none }: PickFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <MultiSelect
          {...field}
          classNames={{
            root: classes.whole,
            input: classes.picker,
            inputField: classes.pickerInput,
          }}
          label={label}
          placeholder={field.value.length === 0 ? all : undefined}
          data={options.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          searchable
          hidePickedOptions
          nothingFoundMessage={none}
        />
      )}
    />
  );
}
