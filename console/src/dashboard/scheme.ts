import { isMantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";
import { colorSchemeManager } from "@/ui/layout/colorScheme";

/** Follows the colour scheme of the page around the frame, also when its switch is pressed. */
const parentRoot = window.parent === window ? null : window.parent.document.documentElement;
const ATTRIBUTE = "data-mantine-color-scheme";

let observer: MutationObserver | undefined;

export const dashboardScheme: MantineColorSchemeManager = {
  ...colorSchemeManager,
  get: (fallback) => {
    const shown = parentRoot?.getAttribute(ATTRIBUTE);
    return isMantineColorScheme(shown) ? shown : colorSchemeManager.get(fallback);
  },
  // The scheme of the parent page is not a choice made here, and must not be stored as one.
  set: () => undefined,
  subscribe: (follow) => {
    if (!parentRoot) return;
    observer = new MutationObserver(() => {
      const shown = parentRoot.getAttribute(ATTRIBUTE);
      if (isMantineColorScheme(shown)) follow(shown);
    });
    observer.observe(parentRoot, { attributeFilter: [ATTRIBUTE] });
  },
  unsubscribe: () => observer?.disconnect(),
};
