import { useEffect, useState } from "react";
import { secondsUntil } from "./deadline";

const TICK = 250;

/**
 * Counts down to an instant. Each tick reads the clock, because timers stop while a laptop sleeps and run
 * late in a hidden tab; showing the page updates the count at once.
 */
export function useSecondsUntil(deadline: number): number {
  const [left, setLeft] = useState(() => secondsUntil(deadline));

  useEffect(() => {
    const read = () => {
      const seconds = secondsUntil(deadline);
      setLeft(seconds);
      if (seconds === 0) window.clearInterval(timer);
    };
    const timer = window.setInterval(read, TICK);
    document.addEventListener("visibilitychange", read);
    read();
    return () => {
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", read);
    };
  }, [deadline]);

  return left;
}
