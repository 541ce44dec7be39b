import { Box } from "@mantine/core";

/** Says that what is shown may have changed since, because loading it again failed. */
export function Stale() {
  return (
    <Box component="p" c="var(--mantine-color-error)" role="status">
      La mise à jour est interrompue&nbsp;: ces informations datent peut-être.
    </Box>
  );
}
