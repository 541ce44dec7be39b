import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FilterModal } from "@/ui/FilterModal";
import { FilterFields, type FilterFieldsProps } from "./FilterFields";
import { type Filters, filterSchema, filtersOf, NO_VALUES, valuesOf } from "./filters";

type FilterButtonProps = Omit<FilterFieldsProps, "form"> & {
  /** The title of the modal. */
  title: string;
  filters: Filters;
  onApply: (filters: Filters) => void;
};

export function FilterButton({ title, filters, onApply, ...fields }: FilterButtonProps) {
  const [opened, setOpened] = useState(false);
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });

  const open = () => {
    form.reset(valuesOf(filters));
    setOpened(true);
  };
  const apply = form.handleSubmit((values) => {
    onApply(filtersOf(values));
    setOpened(false);
  });

  return (
    <>
      <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} onClick={open}>
        Filtrer
      </Button>
      <FilterModal
        title={title}
        opened={opened}
        onClose={() => setOpened(false)}
        onApply={apply}
        onReset={() => form.reset(NO_VALUES)}
      >
        <FilterFields form={form} {...fields} />
      </FilterModal>
    </>
  );
}
