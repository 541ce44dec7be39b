import { useEffect, useEffectEvent } from "react";

/** What is open above a form, or in it, and takes Escape itself. */
const ABOVE =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-dates-dropdown]";

/** Reports whether an element is shown: closed lists of choices stay in the document. */
function isShown(element: Element): boolean {
  for (let part: Element | null = element; part; part = part.parentElement)
    if (getComputedStyle(part).display === "none") return false;
  return true;
}

/** The forms on screen that Escape leaves, in the order in which they opened. */
const forms: symbol[] = [];

/**
 * Calls `onEscape` at each Escape in the form, or outside every form while none opened after it; not while a dialog, a
 * menu or a list of choices is open, which Escape closes.
 */
export function useEscape(
  onEscape: (() => unknown) | undefined,
  formOf: () => HTMLElement | null,
): void {
  const press = useEffectEvent((event: KeyboardEvent, isLast: boolean) => {
    if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
    const { target } = event;
    if (!(target instanceof Element)) return;
    const inside = formOf()?.contains(target) === true;
    const beside = target.closest("form, input, textarea, select") === null;
    if (!inside && !(beside && isLast)) return;
    if ([...document.querySelectorAll(ABOVE)].some(isShown)) return;
    event.preventDefault();
    onEscape?.();
  });
  const used = onEscape !== undefined;
  useEffect(() => {
    if (!used) return;
    const form = Symbol();
    forms.push(form);
    // Before the part that is open closes at this press, and is no longer there to be seen.
    const look = (event: KeyboardEvent) => press(event, forms.at(-1) === form);
    window.addEventListener("keydown", look, { capture: true });
    return () => {
      forms.splice(forms.indexOf(form), 1);
      window.removeEventListener("keydown", look, { capture: true });
    };
  }, [used]);
}
