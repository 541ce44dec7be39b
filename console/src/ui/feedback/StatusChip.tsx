import type { ReactNode } from "react";
import classes from "./StatusChip.module.css";

export type StatusColor = "green" | "orange" | "yellow" | "red" | "white" | "grey";

type StatusChipProps = {
  color: StatusColor;
  /** The word that states the status; the colour only helps to find it. */
  label: string;
  icon?: ReactNode;
};

export function StatusChip({ color, label, icon }: StatusChipProps) {
  return (
    <span className={classes.chip} data-status={color}>
      {icon ?? <span aria-hidden="true" />}
      {label}
    </span>
  );
}
