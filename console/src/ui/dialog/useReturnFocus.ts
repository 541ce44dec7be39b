import { type RefObject, useEffect, useState } from "react";

/** Maps a control that was removed with its row to the control that takes its place. */
const successors = new WeakMap<Element, Element>();

/**
 * Returns the focus to the control that had it. If that control was removed, the focus goes to the control
 * that takes its place, else to the title of the page.
 */
export function returnFocus(opener: Element | null): void {
  let target = opener;
  while (target && !target.isConnected) target = successors.get(target) ?? null;
  const control = target ?? document.querySelector("#contenu h1");
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}

/** A `ref` callback for a control that may be removed by its own action: its focus then goes to the title. */
export function focusTitleAfterRemoval(control: HTMLElement | null): () => void {
  return () => {
    if (document.activeElement === control) returnFocus(null);
  };
}

/**
 * The `ref` of a button whose row may be removed by its own action: the focus then goes to the same button
 * of the next row, else of the previous row, else to the title.
 */
export function focusNextRowAfterRemoval(button: HTMLElement | null): () => void {
  return () => {
    const row = button?.closest("tr, li");
    const place = row
      ? [...row.querySelectorAll("button")].indexOf(button as HTMLButtonElement)
      : -1;
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    const successor = neighbour?.querySelectorAll("button").item(place);
    if (button && successor) successors.set(button, successor);
    if (document.activeElement === button) returnFocus(successor ?? null);
  };
}

/**
 * A `ref` callback for a part that closes: the focus that it had goes to `control`, at once or when a dialog
 * that one of its buttons opened returns it.
 */
export function focusAfterClosing(
  part: HTMLElement | null,
  control: RefObject<HTMLElement | null>,
): () => void {
  return () => {
    const next = control.current;
    if (!part || !next) return;
    for (const button of part.querySelectorAll("button")) successors.set(button, next);
    if (part.contains(document.activeElement)) next.focus({ preventScroll: true });
  };
}

/** Returns the control with the focus; null when a click beside all controls gave it to the page itself. */
function focusedControl(): Element | null {
  const focused = document.activeElement;
  return focused === document.body || focused?.matches("main") ? null : focused;
}

type ReturnFocus = {
  onlyIfLost?: boolean;
  to?: RefObject<HTMLElement | null> | undefined;
};

/**
 * On unmount, returns the focus to where it was before, or to `to`, for what opens as another dialog closes. With
 * `onlyIfLost`, does so only when the component had the focus and the control that opened it is still on the page.
 */
export function useReturnFocus({ onlyIfLost = false, to }: ReturnFocus = {}): void {
  const [opener] = useState(focusedControl);
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body && opener?.isConnected === true;
      if (lost || !onlyIfLost) returnFocus(to?.current ?? opener);
    },
    [opener, onlyIfLost, to],
  );
}
