/** The field of the palette. */
export const FIELD_ID = "aller-a";

/** In milliseconds: a palette that did not open by then keeps no keys from the page. */
const AT_MOST = 5_000;

let typed = "";

/** Keeps what is typed from now until the field of the palette, which may still be on its way, takes the focus. */
export function keepTyped(): void {
  if (document.activeElement?.id === FIELD_ID) return;
  typed = "";
  document.addEventListener("keydown", keep, true);
  window.setTimeout(takeTyped, AT_MOST);
}

/** Returns what was typed, once, and keeps no more. */
export function takeTyped(): string {
  document.removeEventListener("keydown", keep, true);
  const text = typed;
  typed = "";
  return text;
}

function keep(event: KeyboardEvent): void {
  const { key, ctrlKey, altKey, metaKey } = event;
  // Both Ctrl and Alt are AltGr.
  if (!metaKey && (altKey || !ctrlKey)) {
    event.preventDefault();
    event.stopPropagation();
    if (key === "Backspace") typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
  }
}
