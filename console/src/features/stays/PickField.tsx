import { MultiSelect } from "@mantine/core";
import { type Control, Controller, type FieldPathByValue, type FieldValues } from "react-hook-form";
import classes from "@/entities/stay/filters/filters.module.css";

type PickFieldProps<V extends FieldValues, C, O> = {
  control: Control<V, C, O>;
  name: FieldPathByValue<V, string[]>;
  label: string;
  options: readonly { id: number; nom: string }[];
  /** What is said where nothing is chosen. */
  all: string;
  /** What is said where nothing matches. */
  none: string;
};

/** Chooses among named things. */
export function PickField<V extends FieldValues, C, O>(props: PickFieldProps<V, C, O>) {
  const { control, name, label, options, all, none } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <MultiSelect
          {...field}
          error={fieldState.error?.message}
          classNames={{
            root: classes.whole,
            input: classes.picker,
            inputField: classes.pickerInput,
          }}
          label={label}
          placeholder={(field.value as string[]).length === 0 ? all : undefined}
          data={options.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          searchable
          hidePickedOptions
          nothingFoundMessage={none}
        />
      )}
    />
  );
}
