import { useEffect, useRef, useState } from "react";
import { follow } from "./follow";
import classes from "./statistiques.module.css";

/**
 * A page in a frame. When only the fragment of its address changes, the page stays as it is and
 * reads the fragment again: what somebody chose in it is kept.
 */
export function Frame({ address }: { address: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(address);
  const followed = useRef(first);

  useEffect(() => {
    if (address === followed.current) return;
    followed.current = address;
    if (frame.current?.contentWindow) follow(frame.current.contentWindow, address);
  }, [address]);

  return <iframe ref={frame} title="dashboard metabase" src={first} className={classes.frame} />;
}
