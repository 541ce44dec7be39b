import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** What an address names a locker or a space by, so that a link leads to it. */
export const anchorOf = ({ id }: { id: number }) => `casier-${id}`;

/** Brings the one that the address names into sight, once it is there. */
export function useNamedLocker(): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: "center" });
  }, [hash]);
}
