import { Checkbox, SimpleGrid } from "@mantine/core";
import { Controller, useForm } from "react-hook-form";
import type { Operator } from "@/entities/operator/api";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { TextField } from "@/ui/form/fields";
import { SelectField } from "@/ui/form/moreFields";
import { type AccountSearch, MAX_TEXT, ROLES } from "../search";
import { type Filters, NO_FILTERS, toFilters, toSearch } from "./filters";
import classes from "./list.module.css";

type AccountFiltersProps = {
  search: AccountSearch;
  onApply: (filters: AccountSearch) => void;
  /** The operators to filter by; undefined on the page of one operator. */
  operators?: readonly Operator[];
};

export function AccountFilters({ search, onApply, operators }: AccountFiltersProps) {
  const form = useForm<Filters>({ defaultValues: NO_FILTERS });
  const { control } = form;
  return (
    <FilterDialog
      title="Filtres liste des utilisateurs"
      form={form}
      values={toFilters(search)}
      noValues={NO_FILTERS}
      onApply={(filters) => onApply(toSearch(filters))}
    >
      <TextField
        control={control}
        name="nom"
        label="Nom"
        maxLength={MAX_TEXT}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        control={control}
        name="prenom"
        label="Prénom"
        maxLength={MAX_TEXT}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="email"
        label="Email"
        inputMode="email"
        maxLength={MAX_TEXT}
        autoComplete="off"
        autoCapitalize="none"
      />
      {operators && (
        <SelectField
          control={control}
          name="exploitant"
          label="Exploitant"
          data={[
            { value: "", label: "Tous" },
            ...operators.map(({ id, nom }) => ({ value: String(id), label: nom })),
          ]}
        />
      )}
      <Controller
        control={control}
        name="role"
        render={({ field: { ref: _, ...field } }) => (
          <Checkbox.Group {...field} className={classes.roles} label="Rôle">
            <SimpleGrid minColWidth="8rem" spacing="xs" pt={4}>
              {ROLES.map((role) => (
                <Checkbox key={role} value={role} label={role} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        )}
      />
    </FilterDialog>
  );
}
