import { Button, type ButtonProps } from "@mantine/core";
import type { PropsWithChildren } from "react";
import classes from "./ToggleButton.module.css";

type ToggleButtonProps = PropsWithChildren<
  Pick<ButtonProps, "leftSection"> & { pressed: boolean; onToggle: () => void }
>;

/** A button that stays pressed while what it names is shown or applied. */
export function ToggleButton({ pressed, onToggle, ...button }: ToggleButtonProps) {
  return (
    <Button
      {...button}
      variant="default"
      className={classes.toggle}
      aria-pressed={pressed}
      onClick={onToggle}
    />
  );
}
