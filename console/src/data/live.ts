/** The options of a query that is loaded again every 15 s and when the window regains the focus. */
export const LIVE = { refetchInterval: 15_000, refetchOnWindowFocus: "always" } as const;

/** The options of a query that nothing loads again while a form shows it. */
export const STILL = { refetchInterval: false, refetchOnWindowFocus: false } as const;
