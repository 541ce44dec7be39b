import { Checkbox } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { type Bound, useField } from "./fields";

/** A box of a form. */
export function CheckboxField<T extends FieldValues, C, O>(props: Bound<T, C, O>) {
  const { value, wiring } = useField(props);
  return <Checkbox {...wiring} checked={Boolean(value)} />;
}
