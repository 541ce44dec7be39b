import { useEffect, useState } from "react";

/** Gives the focus back to what had it; to the title of the page if that has gone. */
export function focusBack(opener: Element | null): void {
  const back = opener?.isConnected ? opener : document.querySelector("#contenu h1");
  if (back instanceof HTMLElement) back.focus({ preventScroll: true });
}

/** The `ref` of a control that may go with what it acts on: the focus it holds goes to the title. */
export function keepFocus(control: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === control) focusBack(null);
  };
}

/** When this component goes, the focus goes back to where it was. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => focusBack(opener), [opener]);
}
