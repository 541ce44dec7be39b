import { useEffect, useRef, useState } from "react";
import { replaceLocation } from "./replaceLocation";
import classes from "./statistics.module.css";
import { useContentHeight } from "./useContentHeight";

/**
 * A page in a frame. When only the fragment of its address changes, the page is not reloaded but reads the
 * new fragment, so that choices made in it are kept.
 */
export function Frame({ address }: { address: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(address);
  const followed = useRef(first);
  const { height, onLoad } = useContentHeight();

  useEffect(() => {
    if (address === followed.current) return;
    followed.current = address;
    if (frame.current?.contentWindow) replaceLocation(frame.current.contentWindow, address);
  }, [address]);

  return (
    <iframe
      ref={frame}
      title="dashboard metabase"
      src={first}
      className={classes.frame}
      style={{ height }}
      onLoad={({ currentTarget }) => onLoad(currentTarget)}
    />
  );
}
