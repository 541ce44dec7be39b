import { isMantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";

const COOKIE = "apparence";
const ONE_YEAR = 365 * 24 * 3600;

/**
 * The choice is kept in a cookie: signing out clears local storage, and must not change the colour scheme.
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const chosen = new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
    return isMantineColorScheme(chosen) ? chosen : fallback;
  },
  set: (value) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${COOKIE}=${value}; path=/; max-age=${ONE_YEAR}; samesite=lax`;
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`;
  },
};
