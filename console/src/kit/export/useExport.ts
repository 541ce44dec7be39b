import { type RefObject, useEffect, useRef, useState } from "react";
import { formatCount, plural } from "@/format";
import { notifyError, notifySuccess } from "@/ui/feedback/notify";
import { download } from "@/ui/form/download";
import type { Format } from "@/ui/form/FileButton";
import { type ExportFile, fetchExport, type Received } from "./fetchExport";
import { isAbort } from "./receive";

export type Export = {
  /** The word for one row, in the singular. */
  row: string;
  /** The progress so far; undefined while no export runs. */
  received: Received | undefined;
  /** What starts it, and has the focus again once it is cancelled. */
  button: RefObject<HTMLButtonElement | null>;
  start: (format: Format) => void;
  cancel: () => void;
};

/** The interval between updates of the progress: short enough to see it move, long enough to cost little. */
const UPDATE_INTERVAL = 100;

/** Downloads the filtered list. Leaving the page cancels it. */
export function useExport(exported: ExportFile): Export {
  const [received, setReceived] = useState<Received>();
  const running = useRef<AbortController>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (format: Format, controller: AbortController) => {
    let updatedAt = performance.now();
    const onReceived = (now: Received) => {
      if (performance.now() - updatedAt < UPDATE_INTERVAL) return;
      updatedAt = performance.now();
      setReceived(now);
    };
    try {
      const { file, rows } = await fetchExport(exported, format, {
        signal: controller.signal,
        onReceived,
      });
      download(file, `${exported.name}.${format}`);
      notifySuccess(
        rows === undefined
          ? "L'export est terminé."
          : `L'export est terminé\u00a0: ${formatCount(rows)} ${plural(rows, exported.row)}.`,
      );
    } catch (error) {
      if (!isAbort(error)) notifyError(error instanceof Error ? error.message : String(error));
    } finally {
      running.current = null;
      setReceived(undefined);
    }
  };

  return {
    row: exported.row,
    received,
    button,
    start: (format) => {
      if (running.current) return;
      running.current = new AbortController();
      setReceived({ rows: format === "csv" ? 0 : undefined, bytes: 0 });
      void run(format, running.current);
    },
    cancel: () => {
      if (!running.current) return;
      running.current.abort();
      button.current?.focus();
      notifySuccess("L'export est annulé.");
    },
  };
}
