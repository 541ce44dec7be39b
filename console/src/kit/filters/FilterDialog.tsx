import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { FilterModal } from "@/ui/dialog/FilterModal";

type FilterDialogProps<Values extends FieldValues, Typed> = {
  title: string;
  form: UseFormReturn<Values, unknown, Typed>;
  /** The values of the filters that apply now, and those of no filter. */
  values: Values;
  noValues: Values;
  onApply: (values: Typed) => void;
  children: ReactNode;
};

/** A button and the modal that it opens, with the filters that apply; nothing changes before « Filtrer ». */
export function FilterDialog<Values extends FieldValues, Typed>(
  dialog: FilterDialogProps<Values, Typed>,
) {
  const { title, form, values, noValues, onApply, children } = dialog;
  const [opened, setOpened] = useState(false);
  const open = () => {
    form.reset(values);
    setOpened(true);
  };
  const apply = form.handleSubmit((typed) => {
    onApply(typed);
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
        onReset={() => form.reset(noValues)}
      >
        {children}
      </FilterModal>
    </>
  );
}
