import classes from "./FormError.module.css";

/** The error of the whole form, in red. */
export function FormError({ message }: { message?: string }) {
  return message ? (
    <p className={classes.error} role="alert">
      {message}
    </p>
  ) : null;
}
