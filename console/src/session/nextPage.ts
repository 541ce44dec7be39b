/** The page to open after a sign-in by a provider; empty: the page on which the session was ended is not wanted. */
const NEXT_PAGE = "pageSuivante";

/** Notes the page that needs a session. */
export function noteNextPage(path: string): void {
  if (sessionStorage.getItem(NEXT_PAGE) === "") sessionStorage.removeItem(NEXT_PAGE);
  else sessionStorage.setItem(NEXT_PAGE, path);
}

/** Says that the page of this tab is left for good: the next sign-in starts at the home page. */
export const leavePage = (): void => sessionStorage.setItem(NEXT_PAGE, "");

/** Returns the page to open, and forgets it. */
export function takeNextPage(): string {
  const path = sessionStorage.getItem(NEXT_PAGE) || "/";
  sessionStorage.removeItem(NEXT_PAGE);
  return path;
}
