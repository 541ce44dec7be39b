import { Box, Button, type ButtonProps, Loader } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";

export type BusyButtonProps = ButtonProps &
  Omit<ComponentProps<"button">, keyof ButtonProps> & {
    /** True while the write of this button is running. */
    busy?: boolean;
  };

/**
 * A button that shows that its write is running and ignores presses until it ends. It is never `disabled`
 * meanwhile, because a disabled button loses the focus.
 */
export function BusyButton({ busy = false, onClick, children, ...props }: BusyButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <Button
      type="button"
      {...props}
      onClick={press}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      <Box component="span" opacity={busy ? 0 : undefined}>
        {children}
      </Box>
      {busy && <Loader pos="absolute" inset={0} m="auto" size="1.125rem" color="currentColor" />}
    </Button>
  );
}
