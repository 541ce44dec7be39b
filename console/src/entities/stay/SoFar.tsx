import { Text } from "@mantine/core";

/** The price of a stay; that of a stay in progress is said to be the price so far. */
export function SoFar({ ended, children }: { ended: boolean; children: string }) {
  if (ended) return children;
  return (
    <>
      {children}
      <Text span display="block" size="xs" c="dimmed" lh={1.2}>
        jusqu'ici
      </Text>
    </>
  );
}
