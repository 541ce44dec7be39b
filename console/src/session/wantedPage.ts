/** The page to open after a sign-in by a provider; empty: the page on which the session was ended is not wanted. */
const WANTED = "pageVoulue";

/** Notes the page that needs a session. */
export function wantPage(path: string): void {
  if (sessionStorage.getItem(WANTED) === "") sessionStorage.removeItem(WANTED);
  else sessionStorage.setItem(WANTED, path);
}

/** Says that the page of this tab is left for good: the next sign-in starts at the home page. */
export const leavePage = (): void => sessionStorage.setItem(WANTED, "");

/** Returns the page to open, and forgets it. */
export function takeWantedPage(): string {
  const path = sessionStorage.getItem(WANTED) || "/";
  sessionStorage.removeItem(WANTED);
  return path;
}
