import { TextInput, type TextInputProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import classes from "./fields.module.css";
import type { TariffForm } from "./tariffSchema";

/** The names of the text fields. */
type TextName = Exclude<keyof TariffForm, "franchise" | "placeAttribuee">;

type NumberFieldProps = {
  control: Control<TariffForm>;
  name: TextName;
  label: string;
  hint?: string;
  required?: boolean;
};

/**
 * Fields that the rules compare with each other: changing one may make the others valid, so all are validated
 * again.
 */
const deps: TextName[] = [
  "nombreMinutesGratuites",
  "nombreMinutesAvantDepassement",
  "overrunAfterUnit",
  "uniteDureeDepassement",
  "rappelMinutes",
  "nombreMinutesAvantEnlevement",
  "removalAfterUnit",
];

/** A number field, with the word for what it counts. */
export function CountField({ unit, ...props }: NumberFieldProps & { unit: string }) {
  return (
    <NumberBox
      {...props}
      rightSectionWidth="5rem"
      rightSectionPointerEvents="none"
      rightSection={<span className={classes.suffix}>{unit}</span>}
    />
  );
}

type UnitFieldProps = NumberFieldProps & {
  unit: {
    name: TextName;
    /** The accessible name of the unit field. */
    label: string;
    options: readonly { value: string; label: string }[];
  };
};

/** A number and its unit in one box, with the error of either below. */
export function UnitField({ unit, ...props }: UnitFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({
    control: props.control,
    name: unit.name,
    rules: { deps },
  });
  const error = fieldState.error?.message;
  return (
    <NumberBox
      {...props}
      id={id}
      unitError={error}
      rightSectionWidth="7.5rem"
      rightSectionPointerEvents="all"
      rightSection={
        <div className={classes.unit}>
          <select
            {...field}
            aria-label={unit.label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${id}-error`}
          >
            {unit.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </div>
      }
    />
  );
}

type NumberBoxProps = NumberFieldProps & { unitError?: string } & Pick<
    TextInputProps,
    "id" | "rightSection" | "rightSectionWidth" | "rightSectionPointerEvents"
  >;

function NumberBox({ control, name, hint, required, unitError, ...input }: NumberBoxProps) {
  const { field, fieldState } = useController({ control, name, rules: { deps } });
  return (
    <TextInput
      {...input}
      {...field}
      description={hint}
      error={fieldState.error?.message ?? unitError}
      errorProps={{ role: "alert" }}
      withAsterisk={required}
      aria-required={required || undefined}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
