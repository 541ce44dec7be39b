import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { useConfirmLoss } from "@/ui/dialog/unsaved";

export interface OneRow {
  /** The id of the open row. */
  openRow: number | "new" | null;
  expanded: ReadonlySet<number>;
  addButton: RefObject<HTMLButtonElement | null>;
  toggle: (row: number | "new") => Promise<void>;
  close: () => void;
  closeDeleted: () => void;
}

/**
 * Keeps at most one row open, or the form of a new one. Opening another asks first when typed input would be
 * lost. After a row is deleted, the « add » button takes the focus.
 */
export function useOneRow(): OneRow {
  const confirmLoss = useConfirmLoss();
  const [openRow, setOpenRow] = useState<number | "new" | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpenRow(null), []);
  const closeDeleted = useCallback(() => {
    setOpenRow(null);
    addButton.current?.focus();
  }, []);
  const toggle = useCallback(
    async (row: number | "new") => {
      if (await confirmLoss()) setOpenRow((open) => (open === row ? null : row));
    },
    [confirmLoss],
  );
  const expanded = useMemo(() => new Set(typeof openRow === "number" ? [openRow] : []), [openRow]);
  return { openRow, expanded, addButton, toggle, close, closeDeleted };
}
