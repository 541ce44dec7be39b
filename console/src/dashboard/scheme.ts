import { isMantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";
import { colorSchemeManager } from "@/app/colorScheme";

/** In the frame, light or dark as the page around it, at once when its switch is pressed. */
const around = window.parent === window ? null : window.parent.document.documentElement;
const ATTRIBUTE = "data-mantine-color-scheme";

let observer: MutationObserver | undefined;

export const dashboardScheme: MantineColorSchemeManager = {
  ...colorSchemeManager,
  get: (fallback) => {
    const shown = around?.getAttribute(ATTRIBUTE);
    return isMantineColorScheme(shown) ? shown : colorSchemeManager.get(fallback);
  },
  // What is followed here is no choice, and must not be kept as one.
  set: () => undefined,
  subscribe: (follow) => {
    if (!around) return;
    observer = new MutationObserver(() => {
      const shown = around.getAttribute(ATTRIBUTE);
      if (isMantineColorScheme(shown)) follow(shown);
    });
    observer.observe(around, { attributeFilter: [ATTRIBUTE] });
  },
  unsubscribe: () => observer?.disconnect(),
};
