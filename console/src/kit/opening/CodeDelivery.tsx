import { IconCircleCheck, IconClockPause, IconLockOpen } from "@tabler/icons-react";
import type { Delivery } from "@/data/openings";
import classes from "./OpeningCode.module.css";

const DISPLAYS = {
  en_attente: { text: "En attente de la station", icon: IconClockPause },
  transmis: { text: "Transmis à la station", icon: IconCircleCheck },
  utilise: { text: "Porte ouverte avec ce code", icon: IconLockOpen },
};

export function CodeDelivery({ state }: { state: Delivery | undefined }) {
  if (!state || state === "inconnu") return null;
  const { text, icon: Icon } = DISPLAYS[state];
  return (
    <p className={classes.delivery} data-state={state} role="status">
      <Icon size={18} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}
