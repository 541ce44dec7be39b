import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Reports whether a long list must render every row: while the page is printed, and from the moment its reader opens
 * the search of the browser, which finds only what is rendered.
 */
export function useEveryRow(): boolean {
  const [printing, setPrinting] = useState(false);
  const [finding, setFinding] = useState(false);
  useEffect(() => {
    // Rendered at once: the browser takes the page as it is after the event.
    const print = () => flushSync(() => setPrinting(true));
    const printed = () => setPrinting(false);
    const find = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === "F3" || ((ctrlKey || metaKey) && key.toLowerCase() === "f")) setFinding(true);
    };
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", printed);
    window.addEventListener("keydown", find);
    return () => {
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", printed);
      window.removeEventListener("keydown", find);
    };
  }, []);
  return printing || finding;
}
