import { useEffect, useRef } from "react";

const FIELD = ":is(input:not([type=hidden]), select, textarea):not(:disabled)";

/**
 * Moves the focus when a block changes between reading and editing: to the first field of its form, then back
 * to the button that opened it. That button is not on the page meanwhile, so nothing else can return the focus.
 */
export function useEditFocus(editing: boolean) {
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    if (editing) form.current?.querySelector<HTMLElement>(FIELD)?.focus();
    else button.current?.focus({ preventScroll: true });
  }, [editing]);
  return { form, button };
}
