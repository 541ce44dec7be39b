import { valibotResolver } from "@hookform/resolvers/valibot";
import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Operator } from "@/auth/account";
import { FilterModal } from "@/shared/ui/FilterModal";
import type { Filters, PaymentSearch, Scope } from "../search";
import { FilterFields } from "./FilterFields";
import { filterSchema, filtersOf, NO_VALUES, valuesOf } from "./filterSchema";

type PaymentFiltersProps = {
  scope: Scope;
  search: PaymentSearch;
  onApply: (filters: Filters) => void;
  operators?: readonly Operator[];
};

export function PaymentFilters({ scope, search, onApply, operators }: PaymentFiltersProps) {
  const [opened, setOpened] = useState(false);
  const form = useForm({ resolver: valibotResolver(filterSchema), defaultValues: NO_VALUES });

  const open = () => {
    form.reset(valuesOf(search));
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
        title="Filtres liste des paiements"
        opened={opened}
        onClose={() => setOpened(false)}
        onApply={apply}
        onReset={() => form.reset(NO_VALUES)}
      >
        <FilterFields form={form} scope={scope} operators={operators} />
      </FilterModal>
    </>
  );
}
