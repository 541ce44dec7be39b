import { useState } from "react";
import type { Position } from "./distance";

/** Asks the phone once for its place, when told to. */
export function usePosition() {
  const [position, setPosition] = useState<Position | null>(null);
  const [state, setState] = useState<"idle" | "asking" | "unknown">("idle");
  const locate = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setPosition({ latitude, longitude });
        setState("idle");
      },
      () => setState("unknown"),
      { maximumAge: 60_000, timeout: 15_000 },
    );
  };
  return { position, state, locate };
}
