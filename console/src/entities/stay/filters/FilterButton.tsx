import { valibotResolver } from "@hookform/resolvers/valibot";
import { useForm } from "react-hook-form";
import { FilterDialog } from "@/kit/filters/FilterDialog";
import { FilterFields, type FilterFieldsProps } from "./FilterFields";
import { type Filters, filterSchema, filtersOf, NO_VALUES, valuesOf } from "./filters";

type FilterButtonProps = Omit<FilterFieldsProps, "form"> & {
  /** The title of the modal. */
  title: string;
  filters: Filters;
  onApply: (filters: Filters) => void;
};

export function FilterButton({ title, filters, onApply, ...fields }: FilterButtonProps) {
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });
  return (
    <FilterDialog
      title={title}
      form={form}
      values={valuesOf(filters)}
      noValues={NO_VALUES}
      onApply={(values) => onApply(filtersOf(values))}
    >
      <FilterFields form={form} {...fields} />
    </FilterDialog>
  );
}
