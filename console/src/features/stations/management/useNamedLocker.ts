import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";

/** The fragment of a URL that names a locker or space, so that a link can lead to it. */
export const anchorOf = ({ id }: { id: number }) => `casier-${id}`;

/** Scrolls to the locker that the URL names, once it is rendered, and returns its id. */
export function useNamedLocker(): number | undefined {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: "center" });
  }, [hash]);
  const id = /^casier-(\d+)$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}
