import { Portal } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./DoubleClickShield.module.css";

/** The two clicks of a double click are rarely further apart. */
export const SHIELDED_FOR = 300;

/**
 * Takes the second click of the double click that opened a question, which would answer it wherever it falls:
 * on the backdrop or on a button. It covers the screen from the first render for a moment; the keyboard is
 * not concerned.
 */
export function DoubleClickShield() {
  const [shielding, setShielding] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setShielding(false), SHIELDED_FOR);
    return () => window.clearTimeout(timer);
  }, []);
  if (!shielding) return null;
  return (
    <Portal>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press from moving the focus. */}
      <div
        className={classes.shield}
        data-testid="double-click-shield"
        onMouseDown={(event) => event.preventDefault()}
      />
    </Portal>
  );
}
