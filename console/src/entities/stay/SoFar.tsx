import classes from "./SoFar.module.css";

/** The price of a stay; that of a stay in progress is said to be the price so far. */
export function SoFar({ ended, children }: { ended: boolean; children: string }) {
  if (ended) return children;
  return (
    <span className={classes.price}>
      {children}
      <span className={classes.soFar}>jusqu'ici</span>
    </span>
  );
}
