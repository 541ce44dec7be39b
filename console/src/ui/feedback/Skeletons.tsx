import { Box, Skeleton, Stack } from "@mantine/core";
import classes from "./Skeletons.module.css";

const times = (n: number) => Array.from({ length: n }, (_, index) => index);

/** The placeholder of a card while it loads. */
export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Box data-card p="md" aria-hidden="true">
      <Stack gap="sm">
        <Skeleton height={18} width="40%" mb={6} />
        {times(lines).map((line) => (
          <Skeleton key={line} height={12} width={`${90 - ((line * 17) % 40)}%`} />
        ))}
      </Stack>
    </Box>
  );
}

/** The placeholder of a list while it loads. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Box data-card aria-hidden="true">
      {times(rows).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={12} width={`${44 - ((row * 11) % 20)}%`} />
          <Skeleton height={12} width="12%" />
        </div>
      ))}
    </Box>
  );
}
