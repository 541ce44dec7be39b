import { IconCircleCheck, IconClockPause, IconLockOpen } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import classes from "./OpeningCode.module.css";

/** How far a code has come towards the station; « inconnu » when no controller is known there. */
export type Delivery = "inconnu" | "en_attente" | "transmis" | "utilise";

const DISPLAYS = {
  en_attente: { text: "En attente de la station", icon: IconClockPause },
  transmis: { text: "Transmis à la station", icon: IconCircleCheck },
  utilise: { text: "Porte ouverte avec ce code", icon: IconLockOpen },
};

export function CodeDelivery({ state }: { state: Delivery | undefined }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    // The page behind still shows the old state of the door.
    if (state === "utilise") void queryClient.invalidateQueries({ queryKey: ["station"] });
  }, [queryClient, state]);
  if (!state || state === "inconnu") return null;
  const { text, icon: Icon } = DISPLAYS[state];
  return (
    <p className={classes.delivery} data-state={state} role="status">
      <Icon size={18} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}
