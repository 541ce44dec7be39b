import { type RefObject, useLayoutEffect, useState } from "react";

const TYPING = "input, textarea, select, [contenteditable]";

/**
 * Reports whether a part fixed to the bottom of the window would lie over the field that has the focus: it then
 * belongs at the top.
 */
export function useClearOfTyping(ref: RefObject<HTMLElement | null>, shown: boolean): boolean {
  const [above, setAbove] = useState(false);
  useLayoutEffect(() => {
    if (!shown) return setAbove(false);
    const look = () => {
      const part = ref.current?.getBoundingClientRect();
      const field = document.activeElement;
      if (!part || !field?.matches(TYPING)) return setAbove(false);
      const { bottom, left, right } = field.getBoundingClientRect();
      const top = window.innerHeight - part.height - MARGIN;
      setAbove(bottom > top && right > part.left && left < part.right);
    };
    look();
    document.addEventListener("focusin", look);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      document.removeEventListener("focusin", look);
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [ref, shown]);
  return above;
}

/** The space below the part, and a little between it and the field. */
const MARGIN = 32;
