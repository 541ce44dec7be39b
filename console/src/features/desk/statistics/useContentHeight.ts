import { useCallback, useRef, useState } from "react";

/** The least height of the frame in pixels, and its height while that of its page is not known. */
const LEAST = 1000;

/**
 * Returns a height at which the page in a frame needs no scroll of its own, and what to call when the frame has
 * loaded. The page of another origin, such as that of Metabase, cannot be measured and keeps the least height.
 */
export function useContentHeight(): { height: number; onLoad: (frame: HTMLIFrameElement) => void } {
  const [height, setHeight] = useState(LEAST);
  const observer = useRef<ResizeObserver>(null);
  const onLoad = useCallback((frame: HTMLIFrameElement) => {
    observer.current?.disconnect();
    const page = frame.contentDocument;
    if (!page) return;
    // The element of the page has the margins at its end, and shrinks with what it holds; what it could scroll does not.
    observer.current = new ResizeObserver(() =>
      setHeight(Math.max(LEAST, page.documentElement.offsetHeight)),
    );
    observer.current.observe(page.body);
  }, []);
  return { height, onLoad };
}
