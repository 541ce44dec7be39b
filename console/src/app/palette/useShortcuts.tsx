import { useHotkeys } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import { lazyPart, notifyMissingPart } from "@/ui/feedback/lazyPart";
import { singleKeyShortcuts } from "@/ui/form/singleKeyShortcuts";

const load = () => import("./Palette");
const Palette = lazyPart(async () => (await load()).Palette, {
  onMissing: () => undefined, // a message says so
});

/** In milliseconds. */
const PRELOAD_AFTER = 4_000;

/** Ctrl+K opens the palette; « / » focuses the search box of the page. */
export function useShortcuts(): { openPalette: () => void; palette: ReactNode } {
  const [opened, setOpened] = useState(false);
  const openPalette = () => {
    setOpened(true);
    load().then(
      (module) => module.open(),
      () => {
        notifyMissingPart();
        setOpened(false); // the next use tries again
      },
    );
  };

  useHotkeys([["mod+K", openPalette]], []);

  // Before its first use, once the page has loaded: what is typed while the palette is on its way would be lost.
  useEffect(() => {
    const timer = window.setTimeout(() => load().catch(() => undefined), PRELOAD_AFTER);
    return () => window.clearTimeout(timer);
  }, []);

  useEffect(() => {
    document.addEventListener("keydown", focusSearchBox);
    return () => document.removeEventListener("keydown", focusSearchBox);
  }, []);

  return { openPalette, palette: opened && <Palette /> };
}

/** Compares the character, not the key: on a French keyboard « / » needs the shift key. */
function focusSearchBox(event: KeyboardEvent): void {
  const typing =
    event.target instanceof HTMLElement &&
    event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
  if (!singleKeyShortcuts()) return;
  const box = document.querySelector<HTMLInputElement>('#contenu input[type="search"]');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
}
