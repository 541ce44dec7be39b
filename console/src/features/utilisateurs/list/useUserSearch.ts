import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { type UserSearch, userSearch } from "../search";

const PAUSE = 500;

/** What the list shows lives in the address; whatever narrows it leads back to the first page. */
export function useUserSearch() {
  const search = useSearch({ strict: false, select: (raw) => v.parse(userSearch, raw) });
  const navigate = useNavigate();
  const set = (changes: UserSearch, { replace = false } = {}) =>
    void navigate({
      to: ".",
      search: { ...search, page: undefined, ...changes },
      replace,
      resetScroll: false,
    });
  return { search, set };
}

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
