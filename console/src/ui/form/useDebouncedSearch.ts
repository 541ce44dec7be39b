import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

const DEBOUNCE_MS = 500;

/** Shows the typed text at once, and searches for it after a pause, or when told to. */
export function useDebouncedSearch(
  query: string,
  onSearch: (text: string) => void,
  delay = DEBOUNCE_MS,
) {
  const [text, setText] = useState(query);
  const lastQuery = useRef(query);
  const searchLater = useDebouncedCallback((typed: string) => {
    lastQuery.current = typed.trim();
    onSearch(lastQuery.current);
  }, delay);

  // « Back », or a reset, changes the search text from outside.
  useEffect(() => {
    if (query === lastQuery.current) return;
    lastQuery.current = query;
    setText(query);
  }, [query]);

  return {
    text,
    type: (typed: string) => {
      setText(typed);
      searchLater(typed);
    },
    searchNow: searchLater.flush,
  };
}
