import { Group, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { ToggleButton } from "@/ui/form/ToggleButton";
import { OUTAGE_CAUSES } from "./outage";

type CauseChipsProps = {
  label: string;
  /** One of the ten causes, or the empty text: none is chosen. */
  value: string;
  onChoose: (cause: string) => void;
  error?: string;
};

/** One of the ten causes, as chips that a thumb hits. */
export function CauseChips({ label, value, onChoose, error }: CauseChipsProps) {
  const id = useId();
  return (
    <Stack gap={6} role="group" aria-labelledby={id}>
      <Text id={id} size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs">
        {Object.entries(OUTAGE_CAUSES).map(([cause, name]) => (
          <ToggleButton
            key={cause}
            mih={44}
            pressed={value === cause}
            onToggle={() => onChoose(cause)}
          >
            {name}
          </ToggleButton>
        ))}
      </Group>
      {error && (
        <Text role="alert" size="sm" c="red">
          {error}
        </Text>
      )}
    </Stack>
  );
}
