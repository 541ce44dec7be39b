import { Group, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { type Control, useController } from "react-hook-form";
import { DateField } from "@/ui/form/DateField";
import { ToggleButton } from "@/ui/form/ToggleButton";
import { OUTAGE_CAUSES, type ToldOutage } from "./outage";

/** Why a locker goes out of service, of ten causes, and until which day. */
export function OutageFields({ control }: { control: Control<ToldOutage> }) {
  const { field } = useController({ control, name: "cause" });
  const label = useId();
  return (
    <>
      <Stack gap={6} role="group" aria-labelledby={label}>
        <Text id={label} size="sm" fw={500}>
          Cause
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
      </Stack>
      <DateField control={control} name="retourPrevu" label="Retour prévu" />
    </>
  );
}
