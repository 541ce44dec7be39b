import { Group, type GroupProps } from "@mantine/core";

/** What the colours of a drawing mean. */
export const Legend = (props: GroupProps) => (
  <Group component="ul" gap="4 16" m={0} p={0} fz={13} {...props} />
);

/** A sample of the colour, and words. */
export const LegendEntry = (props: GroupProps) => <Group component="li" gap="xs" {...props} />;
