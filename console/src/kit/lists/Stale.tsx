import classes from "./Stale.module.css";

/** Says that what is shown may have changed since, because loading it again failed. */
export function Stale() {
  return (
    <p className={classes.stale} role="status">
      La mise à jour est interrompue&nbsp;: ces informations datent peut-être.
    </p>
  );
}
