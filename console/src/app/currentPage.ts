import { useRouterState } from "@tanstack/react-router";
import type { PagePath } from "./pages";

/** Returns the page on screen (not the one being loaded); undefined for an unknown path. */
export function useCurrentPage(): PagePath | undefined {
  return useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page });
}

/** Returns the path on screen, with its identifiers. */
export function useCurrentPath(): string {
  return useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? "/" });
}
