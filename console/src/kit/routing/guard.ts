import { redirect } from "@tanstack/react-router";
import { noteNextPage } from "@/session/nextPage";
import { hasToken } from "@/session/session";

/** Leads to the sign-in without a token; the shell and the server decide what an account may see. */
export function requireToken({ location }: { location: { href: string } }): void {
  if (hasToken()) return;
  noteNextPage(location.href);
  throw redirect({ to: "/connexion", search: {}, replace: true });
}

/** Leads to the home page with a token. */
export function requireNoToken(): void {
  if (hasToken()) throw redirect({ to: "/", search: {}, replace: true });
}
