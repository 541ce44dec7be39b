import { Button, type ButtonProps, Group, Paper, Progress, Text } from "@mantine/core";
import { formatCount, plural } from "@/format";
import { FileButton } from "@/ui/form/FileButton";
import type { Export } from "./useExport";

type ExportButtonProps = Pick<ButtonProps, "variant"> & { download: Export; label?: string };

export function ExportButton({ download, label, ...button }: ExportButtonProps) {
  return (
    <FileButton
      {...button}
      ref={download.button}
      busy={download.received !== undefined}
      menuLabel={`Format de l'export des ${download.row}s`}
      onPick={download.start}
    >
      {label ?? `Exporter les ${download.row}s`}
    </FileButton>
  );
}

const megabytes = new Intl.NumberFormat("fr-FR", {
  style: "unit",
  unit: "megabyte",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

type ExportProgressProps = { download: Export; total: number; capped?: boolean | undefined };

/**
 * The progress of the export, with a button that cancels it. The total is that of the list when last loaded; capped: there
 * are more.
 */
export function ExportProgress({ download, total, capped }: ExportProgressProps) {
  const { received, row, cancel } = download;
  if (!received) return null;
  const { rows, bytes } = received;
  return (
    <Paper component="section" withBorder mb="md" px="md" py="sm" aria-label={`Export des ${row}s`}>
      <Group gap="xs">
        <Text fw={550} role="status">
          Export en cours
        </Text>
        <Text c="dimmed">
          {rows !== undefined && (
            <>
              {formatCount(rows)} sur {capped ? "plus de\u00a0" : ""}
              {formatCount(Math.max(total, rows))} {plural(Math.max(total, rows), row)} ·{" "}
            </>
          )}
          {megabytes.format(bytes / 1e6)}
        </Text>
        <Progress
          flex="1 1 12rem"
          value={total > 0 ? Math.min(100, Math.round(((rows ?? total) / total) * 100)) : 100}
          animated={rows === undefined}
          aria-label="Avancement de l'export"
        />
        <Button variant="default" size="xs" onClick={cancel}>
          Annuler l'export
        </Button>
      </Group>
    </Paper>
  );
}
