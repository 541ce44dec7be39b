import { isMantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";
import { colorSchemeManager } from "@/app/colorScheme";

/** Follows the colour scheme of the page around the frame, also when its switch is pressed. */
const around = window.parent === window ? null : window.parent.document.documentElement;
const ATTRIBUTE = "data-mantine-color-scheme";

let observer: MutationObserver | undefined;

export const dashboardScheme: MantineColorSchemeManager = {
  ...colorSchemeManager,
  get: (fallback) => {
    const shown = around?.getAttribute(ATTRIBUTE);
    return isMantineColorScheme(shown) ? shown : colorSchemeManager.get(fallback);
  },
  // Following is not a choice of the person, and must not be stored as one.
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
