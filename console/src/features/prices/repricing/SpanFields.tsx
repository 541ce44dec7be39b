import { SimpleGrid } from "@mantine/core";
import type { Control, FieldPath } from "react-hook-form";
import { DateField } from "@/ui/form/DateField";
import type { Span } from "./span";

/** The first and the last day of the starts of the stays that are priced again. */
export function SpanFields<T extends Span, C, O>({ control }: { control: Control<T, C, O> }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={{ sm: "34rem" }}>
      <DateField
        control={control}
        name={"du" as FieldPath<T>}
        label="Utilisations commencées du"
        required
      />
      <DateField control={control} name={"au" as FieldPath<T>} label="Au, compris" required />
    </SimpleGrid>
  );
}
