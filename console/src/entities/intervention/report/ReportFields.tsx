import { Group, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import { OUTAGE_CAUSES } from "@/entities/locker/outage";
import { CheckboxField } from "@/ui/form/CheckboxField";
import { DateField } from "@/ui/form/DateField";
import { TextareaField } from "@/ui/form/moreFields";
import { ToggleButton } from "@/ui/form/ToggleButton";
import type { TypedReport } from "./report";

/** What is broken at a locker, and whether it goes out of service with it. */
export function ReportFields({ control, active }: ReportFieldsProps) {
  const { field, fieldState } = useController({ control, name: "cause" });
  const { field: out } = useController({ control, name: "horsService" });
  const label = useId();
  return (
    <>
      <Stack gap={6} role="group" aria-labelledby={label}>
        <Text id={label} size="sm" fw={500}>
          Ce qui ne va pas
        </Text>
        <Group gap="xs">
          {Object.entries(OUTAGE_CAUSES).map(([cause, name]) => (
            <ToggleButton
              key={cause}
              mih={44}
              pressed={field.value === cause}
              onToggle={() => field.onChange(cause)}
            >
              {name}
            </ToggleButton>
          ))}
        </Group>
        {fieldState.error && (
          <Text role="alert" size="sm" c="red">
            {fieldState.error.message}
          </Text>
        )}
      </Stack>
      <TextareaField control={control} name="description" label="Description de la panne" />
      {active && (
        <>
          <CheckboxField control={control} name="horsService" label="Mettre aussi hors service" />
          {out.value && (
            <DateField control={control} name="retourPrevu" label="Retour en service prévu" />
          )}
        </>
      )}
    </>
  );
}

type ReportFieldsProps = {
  control: Control<TypedReport>;
  /** The locker is in service. */
  active: boolean;
};
