import { TextInput } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { parseHour } from "@/format/typed";
import { type Bound, useField } from "./fields";

/** An hour typed as HH:MM. An hour without minutes becomes HH:00 on blur. */
export function HourField<T extends FieldValues, C, O>(props: Bound<T, C, O>) {
  const { value, wiring, marks } = useField(props);
  const complete = () => {
    const hour = parseHour(value ?? "");
    if (hour && hour !== value) wiring.onChange(hour);
    wiring.onBlur();
  };
  return (
    <TextInput
      {...wiring}
      {...marks}
      value={value ?? ""}
      onBlur={complete}
      placeholder="HH:MM"
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
