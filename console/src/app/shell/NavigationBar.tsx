import { useIsFetching } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import classes from "./NavigationBar.module.css";

/** A line at the top of the window while the next page, or what it shows first, is on its way. */
export function NavigationBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  const firstAnswers = useIsFetching({
    predicate: ({ state }) => state.data === undefined,
  });
  if (!loading && firstAnswers === 0) return null;
  return <div role="progressbar" aria-label="Chargement de la page" className={classes.bar} />;
}
