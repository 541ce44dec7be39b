import { useHotkeys } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";

const load = () => import("./Palette");
const Palette = lazy(() => load().then((module) => ({ default: module.Palette })));

/** Ctrl+K opens the palette, which is loaded at its first use; « / » focuses the search box of the page. */
export function useShortcuts(): { openPalette: () => void; palette: ReactNode } {
  const [opened, setOpened] = useState(false);
  const openPalette = () => {
    setOpened(true);
    void load().then((module) => module.open());
  };

  useHotkeys([["mod+K", openPalette]], []);

  useEffect(() => {
    document.addEventListener("keydown", focusSearchBox);
    return () => document.removeEventListener("keydown", focusSearchBox);
  }, []);

  return { openPalette, palette: <Suspense fallback={null}>{opened && <Palette />}</Suspense> };
}

/** Compares the character, not the key: on a French keyboard « / » needs the shift key. */
function focusSearchBox(event: KeyboardEvent): void {
  const typing =
    event.target instanceof HTMLElement &&
    event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
  const box = document.querySelector<HTMLInputElement>('#contenu input[type="search"]');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
}
