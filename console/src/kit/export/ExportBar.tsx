import { Button, Progress } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { BusyButton } from "@/ui/BusyButton";
import { formatCount } from "@/words/format";
import classes from "./ExportBar.module.css";
import { counted, type Export } from "./useExport";

export function ExportButton({ download }: { download: Export }) {
  return (
    <BusyButton
      ref={download.button}
      busy={download.received !== undefined}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      onClick={download.start}
    >
      Exporter les {download.row}s
    </BusyButton>
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
    <section className={classes.bar} aria-label={`Export des ${row}s`}>
      <p className={classes.text} role="status">
        Export en cours
      </p>
      <p className={classes.count}>
        {formatCount(rows)} sur {capped ? "plus de\u00a0" : ""}
        {counted(Math.max(total, rows), row)} · {megabytes.format(bytes / 1e6)}
      </p>
      <Progress
        className={classes.progress}
        value={total > 0 ? Math.min(100, Math.round((rows / total) * 100)) : 100}
        aria-label="Avancement de l'export"
      />
      <Button variant="default" size="xs" onClick={cancel}>
        Annuler l'export
      </Button>
    </section>
  );
}
