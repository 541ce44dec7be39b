import type { PropsWithChildren } from "react";
import { useRights } from "@/session/rights";
import { LoadError } from "@/ui/LoadError";

/**
 * Renders its children for administrators only, so that no other account sends calls that the server would
 * refuse.
 */
export function ForAdministrators({ children }: PropsWithChildren) {
  const { administrator } = useRights();
  return administrator ? (
    children
  ) : (
    <LoadError message="Accès refusé. Cette page n'est pas accessible avec votre compte." />
  );
}
