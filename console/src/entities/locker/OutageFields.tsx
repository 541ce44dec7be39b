import { Chip, Group, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import { DateField } from "@/ui/form/DateField";
import { OUTAGE_CAUSES, type ToldOutage } from "./outage";

type OutageFieldsProps = { control: Control<ToldOutage> };

export function OutageFields({ control }: OutageFieldsProps) {
  const { field } = useController({ control, name: "cause" });
  const label = useId();
  return (
    <>
      <Stack gap={6} role="radiogroup" aria-labelledby={label}>
        <Text id={label} size="sm" fw={500}>
          Cause
        </Text>
        <Chip.Group value={field.value} onChange={field.onChange}>
          <Group gap="xs">
            {Object.entries(OUTAGE_CAUSES).map(([cause, name]) => (
              <Chip key={cause} value={cause} size="md" variant="outline">
                {name}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Stack>
      <DateField control={control} name="retourPrevu" label="Retour prévu" />
    </>
  );
}
