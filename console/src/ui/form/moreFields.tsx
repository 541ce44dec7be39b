import {
  NativeSelect,
  type NativeSelectProps,
  Switch,
  type SwitchProps,
  Textarea,
  type TextareaProps,
} from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { type Field, useField } from "./fields";

// Apart from the fields of the sign-in page, which would load these parts with it.

export function SelectField<T extends FieldValues, C, O>(props: Field<T, C, O, NativeSelectProps>) {
  const { control, name, label, hint, required, ...rest } = props;
  const { value, wiring, marks } = useField({ control, name, label, hint, required });
  return <NativeSelect {...rest} {...wiring} {...marks} value={value ?? ""} />;
}

export function TextareaField<T extends FieldValues, C, O>(props: Field<T, C, O, TextareaProps>) {
  const { control, name, label, hint, required, ...rest } = props;
  const { value, wiring, marks } = useField({ control, name, label, hint, required });
  return <Textarea rows={3} {...rest} {...wiring} {...marks} value={value ?? ""} />;
}

export function SwitchField<T extends FieldValues, C, O>(props: Field<T, C, O, SwitchProps>) {
  const { control, name, label, hint, ...rest } = props;
  const { value, wiring } = useField({ control, name, label, hint });
  return <Switch {...rest} {...wiring} checked={Boolean(value)} />;
}
