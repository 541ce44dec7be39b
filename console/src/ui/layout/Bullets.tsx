import { Stack } from "@mantine/core";

/** A few sentences under each other, such as what follows from an act. */
export function Bullets({ items }: { items: readonly string[] }) {
  return (
    <Stack component="ul" gap={6} c="dimmed">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </Stack>
  );
}
