import { useEffect, useRef, useState } from "react";
import { isAbort, receive } from "@/kit/export/receive";
import { notifySuccess } from "@/ui/feedback/notify";
import { download } from "@/ui/form/download";
import { loadMonthOfDocuments } from "./api";
import type { Month } from "./months";

const INTERRUPTED =
  "Le téléchargement s'est interrompu avant la fin. Rien n'a été enregistré\u00a0: recommencez.";

/** The size of a ZIP archive without a file, in bytes. */
const EMPTY_ZIP = 22;

/** Downloads the documents of a month; the progress is the bytes received, undefined while nothing runs. */
export function useMonthFile(operatorId: number, onDone: () => void) {
  const [bytes, setBytes] = useState<number>();
  const [fault, setFault] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async ({ value, label }: Month) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let received = 0;
    setFault(undefined);
    setBytes(0);
    try {
      const stream = await loadMonthOfDocuments(operatorId, value, { parseAs: "stream", signal });
      const file = await receive(stream, {
        type: "application/zip",
        interrupted: INTERRUPTED,
        onPart: (part) => {
          received += part.byteLength;
          setBytes(received);
        },
      });
      if (file.size <= EMPTY_ZIP) {
        setFault(`Aucun reçu ni avoir n'a été numéroté en ${label}.`);
        return;
      }
      download(file, `documents-${value}.zip`);
      notifySuccess(`Les reçus et avoirs de ${label} sont téléchargés.`);
      onDone();
    } catch (error) {
      if (!isAbort(error)) setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBytes(undefined);
    }
  };
  return { bytes, fault, start, clear: () => setFault(undefined) };
}
