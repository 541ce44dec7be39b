import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Keeps Escape from the dialogs under this one, and passes it on. Each dialog listens to the window from its first
 * render on, and this must listen first: hence the layout effect, and the one listener for the life of the shell.
 */
export function useHoldEscape(held: boolean, onEscape?: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!held || event.key !== "Escape") return;
    event.stopImmediatePropagation();
    onEscape?.();
  });
  useLayoutEffect(() => {
    const hold = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", hold, { capture: true });
    return () => window.removeEventListener("keydown", hold, { capture: true });
  }, []);
}
