import { useState } from "react";

const FOLDED = "menuReplie";

/** Whether the side menu is folded to its icons; kept for the next visit. */
export function useFolded(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === "1");
  const change = (next: boolean) => {
    if (next) localStorage.setItem(FOLDED, "1");
    else localStorage.removeItem(FOLDED);
    setFolded(next);
  };
  return [folded, change];
}
