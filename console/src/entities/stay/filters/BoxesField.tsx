import { Checkbox } from "@mantine/core";
import { type Control, Controller, type FieldPath, type FieldValues } from "react-hook-form";
import classes from "./filters.module.css";

type BoxesFieldProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  /** Each value with its label. */
  options: readonly (readonly [value: string, word: string])[];
};

/** A few checkboxes; none ticked means no filter. */
export function BoxesField<Values extends FieldValues>(props: BoxesFieldProps<Values>) {
  const { control, name, label, options } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref: _, ...field } }) => (
        <Checkbox.Group {...field} className={classes.whole} label={label}>
          <div className={classes.boxes}>
            {options.map(([value, word]) => (
              <Checkbox key={value} value={value} label={word} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    />
  );
}
