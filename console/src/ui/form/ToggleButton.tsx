import { Button, type ButtonProps } from "@mantine/core";
import type { PropsWithChildren } from "react";

type ToggleButtonProps = PropsWithChildren<
  Pick<ButtonProps, "leftSection" | "mih"> & { pressed: boolean; onToggle: () => void }
>;

/** A button that stays pressed while what it names is shown or applied. */
export function ToggleButton({ pressed, onToggle, ...button }: ToggleButtonProps) {
  return (
    <Button
      {...button}
      variant={pressed ? "light" : "default"}
      fw={500}
      bd={pressed ? "1px solid var(--accent)" : undefined}
      aria-pressed={pressed}
      onClick={onToggle}
    />
  );
}
