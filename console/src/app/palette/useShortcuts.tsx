import { useHotkeys } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";
import { lazyPart, notifyMissingPart } from "@/ui/feedback/lazyPart";
import { singleKeyShortcuts } from "@/ui/form/singleKeyShortcuts";
import { keepTyped, takeTyped } from "./typedAhead";

const load = () => import("./Palette");
const Palette = lazyPart(async () => (await load()).Palette, {
  onMissing: () => undefined, // a message says so
});

const KeysModal = lazyPart<{ onClose: () => void } & { onMissing: () => void }>(
  async () => (await import("./KeysModal")).KeysModal,
  { onMissing: ({ onMissing }) => onMissing() },
);

/** In milliseconds. */
const PRELOAD_AFTER = 4_000;

/** Ctrl+K opens the palette; « / » focuses the search box of the page, « ? » shows the shortcuts. */
export function useShortcuts(): { openPalette: () => void; palette: ReactNode } {
  const [opened, setOpened] = useState(false);
  const [keys, setKeys] = useState(false);
  const openPalette = () => {
    setOpened(true);
    keepTyped();
    load().then(
      (module) => module.open(),
      () => {
        takeTyped();
        notifyMissingPart();
        setOpened(false); // the next use tries again
      },
    );
  };

  useHotkeys([["mod+K", openPalette]], []);

  // Before its first use, once the page has loaded: it then opens at once.
  useEffect(() => {
    const timer = window.setTimeout(() => load().catch(() => undefined), PRELOAD_AFTER);
    return () => window.clearTimeout(timer);
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyped(event, "/")) focusSearchBox(event);
      // A dialog asks something first.
      if (isTyped(event, "?") && !document.querySelector('[role="dialog"]')) setKeys(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  const closeKeys = () => setKeys(false);
  const palette = (
    <>
      {opened && <Palette onKeys={() => setKeys(true)} />}
      {keys && <KeysModal onClose={closeKeys} onMissing={closeKeys} />}
    </>
  );
  return { openPalette, palette };
}

/** Compares the character, not the key: on a French keyboard both need the shift key. */
function isTyped(event: KeyboardEvent, key: "/" | "?"): boolean {
  const typing =
    event.target instanceof HTMLElement &&
    event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || typing) return false;
  return singleKeyShortcuts();
}

function focusSearchBox(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLInputElement>('#contenu input[type="search"]');
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
}
