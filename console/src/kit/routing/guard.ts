import { redirect } from "@tanstack/react-router";
import { hasToken } from "@/session/session";

/** Leads to the sign-in without a token; the shell and the server decide what an account may see. */
export function requireToken(): void {
  if (!hasToken()) throw redirect({ to: "/connexion", search: {}, replace: true });
}

/** Leads to the home page with a token. */
export function requireNoToken(): void {
  if (hasToken()) throw redirect({ to: "/", search: {}, replace: true });
}
