import { redirect } from "@tanstack/react-router";
import { hasToken } from "@/session/session";
import type { PagePath } from "./pages";

const OPEN_PATHS: string[] = [
  "/connexion",
  "/oubli-mdp",
  "/nouveau-mot-de-passe",
  "/confirmer-adresse",
  "/confirmer-inscription",
] satisfies PagePath[];

/** Checks only that a token is present; the server decides what each call may read. */
export function guard({ location }: { location: { pathname: string } }): void {
  const path = location.pathname.replace(/(.)\/+$/, "$1");
  if (!hasToken() && !OPEN_PATHS.includes(path))
    throw redirect({ to: "/connexion", search: {}, replace: true });
  if (hasToken() && path === "/connexion") throw redirect({ to: "/", search: {}, replace: true });
}
