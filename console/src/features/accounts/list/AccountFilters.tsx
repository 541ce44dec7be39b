import { Button, Checkbox, Group } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import type { Operator } from "@/data/operators";
import { FilterModal } from "@/ui/FilterModal";
import { SelectField, TextField } from "@/ui/fields";
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
  const [opened, setOpened] = useState(false);
  const { control, handleSubmit, reset } = useForm<Filters>({ defaultValues: NO_FILTERS });

  const open = () => {
    reset(toFilters(search));
    setOpened(true);
  };
  const apply = handleSubmit((filters) => {
    onApply(toSearch(filters));
    setOpened(false);
  });

  return (
    <>
      <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={open}>
        Filtrer
      </Button>
      <FilterModal
        title="Filtres liste des utilisateurs"
        opened={opened}
        onClose={() => setOpened(false)}
        onApply={apply}
        onReset={() => reset(NO_FILTERS)}
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
              <Group gap="xs" className={classes.roleBoxes}>
                {ROLES.map((role) => (
                  <Checkbox key={role} value={role} label={role} className={classes.roleBox} />
                ))}
              </Group>
            </Checkbox.Group>
          )}
        />
      </FilterModal>
    </>
  );
}
