import { useEffect, useState } from "react";

/** Returns the focus to the element that had it, or to the page's title when that is gone. */
export function focusBack(opener: Element | null): void {
  const back = opener?.isConnected ? opener : document.querySelector("#contenu h1");
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}

/** A `ref` callback for a control that may be removed by its own action: its focus then goes to the title. */
export function keepFocus(control: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === control) focusBack(null);
  };
}

/** On unmount, returns the focus to where it was before. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => focusBack(opener), [opener]);
}
