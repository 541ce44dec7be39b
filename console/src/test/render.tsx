import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { theme } from "@/ui/theme";

/** Renders with the theme, and returns the simulated user. */
export function renderUi(ui: ReactNode) {
  const user = userEvent.setup();
  return {
    user,
    ...render(ui, {
      wrapper: ({ children }) => (
        <MantineProvider theme={theme} env="test">
          {children}
        </MantineProvider>
      ),
    }),
  };
}
