import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const PAUSE = 500;

/** Shows the typed text at once, and searches for it after a pause. */
export function useTyped(sought: string, look: (text: string) => void) {
  const [text, setText] = useState(sought);
  const asked = useRef(sought);
  const lookSoon = useDebouncedCallback((typed: string) => {
    asked.current = typed.trim();
    look(asked.current);
  }, PAUSE);

  // « Back », or a reset, changes the search text from outside.
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
