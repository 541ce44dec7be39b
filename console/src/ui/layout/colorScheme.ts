import { isMantineColorScheme, type MantineColorSchemeManager } from "@mantine/core";

const ONE_YEAR = 365 * 24 * 3600;

/** Over https the cookie is bound to this host, and never sent in clear. index.html reads it too. */
const isSecure = () => window.location.protocol === "https:";
const nameOf = () => (isSecure() ? "__Host-apparence" : "apparence");
const cookie = (value: string, age: number) =>
  `${nameOf()}=${value}; path=/; max-age=${age}; samesite=strict${isSecure() ? "; secure" : ""}`;

/**
 * The choice is kept in a cookie: signing out clears local storage, and must not change the colour scheme.
 */
export const colorSchemeManager: MantineColorSchemeManager = {
  get: (fallback) => {
    const chosen = new RegExp(`(?:^|; )${nameOf()}=(\\w+)`).exec(document.cookie)?.[1];
    return isMantineColorScheme(chosen) ? chosen : fallback;
  },
  set: (value) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = cookie(value, ONE_YEAR);
  },
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = cookie("", 0);
  },
};
