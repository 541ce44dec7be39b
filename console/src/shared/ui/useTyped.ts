import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const PAUSE = 500;

/** What is typed shows at once, and is looked for after a pause. */
export function useTyped(sought: string, look: (text: string) => void) {
  const [text, setText] = useState(sought);
  const asked = useRef(sought);
  const lookSoon = useDebouncedCallback((typed: string) => {
    asked.current = typed.trim();
    look(asked.current);
  }, PAUSE);

  // Back, or a reset, changes what is sought from elsewhere.
  useEffect(() => {
    if (sought === asked.current) return;
    asked.current = sought;
    setText(sought);
  }, [sought]);

  return {
    text,
    type: (typed: string) => {
      setText(typed);
      lookSoon(typed);
    },
  };
}
