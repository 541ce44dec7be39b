import { useRouterState } from "@tanstack/react-router";
import type { Page } from "@/kit/routing/page";

/** Returns the page on screen (not the one being loaded); undefined for an unknown path. */
export function useCurrentPage(): Page | undefined {
  return useRouterState({ select: (state) => state.matches.at(-1)?.staticData.page });
}

/** Returns the path on screen, with its identifiers. */
export function useCurrentPath(): string {
  return useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? "/" });
}
