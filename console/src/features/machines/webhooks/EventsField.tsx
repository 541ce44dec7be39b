import { Box, Button, Checkbox, Fieldset, SimpleGrid, Stack, Text } from "@mantine/core";
import { type Control, useController } from "react-hook-form";
import { EVENTS } from "@/entities/webhook/eventNames";
import { EVENT_GROUPS } from "@/entities/webhook/events";
import type { WebhookValues } from "./schema";

/** The events to send, in their groups, each with when it happens. */
export function EventsField({ control }: { control: Control<WebhookValues> }) {
  const { field, fieldState } = useController({ control, name: "evenements" });
  const { ref, ...boxes } = field;
  const all = EVENTS.every((event) => field.value.includes(event));
  return (
    <Box pos="relative">
      <Checkbox.Group
        {...boxes}
        label="Événements à envoyer"
        withAsterisk
        error={fieldState.error?.message}
        errorProps={{ role: "alert" }}
      >
        <SimpleGrid minColWidth="min(14rem, 100%)" autoFlow="auto-fit" spacing="lg" mt="xs">
          {EVENT_GROUPS.map(({ title, events }) => (
            <Fieldset key={title} variant="unstyled" m={0} legend={<Text fw={600}>{title}</Text>}>
              <Stack gap="xs">
                {events.map(({ name, label, hint }) => (
                  <Checkbox
                    key={name}
                    // The first box takes the focus when none is ticked.
                    ref={name === EVENTS[0] ? ref : undefined}
                    value={name}
                    label={label}
                    description={hint}
                  />
                ))}
              </Stack>
            </Fieldset>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Button
        variant="subtle"
        size="xs"
        pos="absolute"
        top={-4}
        right={0}
        onClick={() => field.onChange(all ? [] : [...EVENTS])}
      >
        {all ? "Tout décocher" : "Tout cocher"}
      </Button>
    </Box>
  );
}
