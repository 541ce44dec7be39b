import { Checkbox } from "@mantine/core";
import { type Control, Controller } from "react-hook-form";
import type { FilterValues } from "./filters";
import classes from "./filters.module.css";

type BoxesFieldProps = {
  control: Control<FilterValues>;
  name: "statut" | "remboursement" | "utilisation" | "arret" | "type";
  label: string;
  /** Each value with its label. */
  options: readonly (readonly [value: string, word: string])[];
};

/** A few checkboxes; none ticked means no filter. */
export function BoxesField({ control, name, label, options }: BoxesFieldProps) {
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
