import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** The fragment of a URL that names a locker or space, so that a link can lead to it. */
export const anchorOf = ({ id }: { id: number }) => `casier-${id}`;

/** Scrolls to the locker that the URL names, once it is rendered, and returns its id. */
export function useNamedLocker(): number | undefined {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const element = hash ? document.getElementById(hash) : null;
    // The card of a phone may be higher than the screen: its name stands at its top.
    const high = element !== null && element.offsetHeight > window.innerHeight / 2;
    element?.scrollIntoView({ block: high ? "start" : "center" });
  }, [hash]);
  const id = /^casier-(\d+)$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}
